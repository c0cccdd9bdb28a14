/** Three clouds of light behind stars and two planets. */
export function SpaceNebula() {
  return (
    <>
      <defs>
        <radialGradient id="nebula-rose">
          <stop offset="0" stopColor="#ff7ac6" stopOpacity="0.9" />
          <stop offset="0.45" stopColor="#b83fb0" stopOpacity="0.5" />
          <stop offset="1" stopColor="#5a1e8c" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="nebula-teal">
          <stop offset="0" stopColor="#7df3ff" stopOpacity="0.75" />
          <stop offset="0.5" stopColor="#1f86c9" stopOpacity="0.4" />
          <stop offset="1" stopColor="#123a7a" stopOpacity="0" />
        </radialGradient>
        <radialGradient id="nebula-gold">
          <stop offset="0" stopColor="#ffe9b0" stopOpacity="0.95" />
          <stop offset="0.4" stopColor="#ff9d5c" stopOpacity="0.5" />
          <stop offset="1" stopColor="#ff5c7a" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="nebula-planet" x1="0" y1="0" x2="0.6" y2="1">
          <stop offset="0" stopColor="#7f9cff" />
          <stop offset="0.25" stopColor="#2a2f6e" />
          <stop offset="1" stopColor="#05060f" />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill="#07061a" />
      <ellipse cx="122" cy="84" rx="150" ry="70" fill="url(#nebula-rose)" transform="rotate(-18 122 84)" />
      <ellipse cx="222" cy="60" rx="120" ry="66" fill="url(#nebula-teal)" transform="rotate(24 222 60)" />
      <ellipse cx="160" cy="78" rx="62" ry="34" fill="url(#nebula-gold)" transform="rotate(-24 160 78)" />
      <g fill="#fff">
        <path d="M20 24h1.6v1.6H20zM48 62h1.2v1.2H48zM84 18h1.8v1.8H84zM116 40h1v1h-1zM142 12h1.4v1.4h-1.4zM176 28h1.2v1.2h-1.2zM206 14h1.8v1.8h-1.8zM248 34h1.2v1.2h-1.2zM290 20h1.8v1.8h-1.8zM304 74h1.2v1.2h-1.2zM30 108h1.4v1.4h-1.4zM60 140h1.2v1.2h-1.2zM100 156h1.6v1.6h-1.6zM150 132h1.2v1.2h-1.2zM272 96h1.4v1.4h-1.4z" />
        <path d="M236 74l1.6 6.4 6.4 1.6-6.4 1.6-1.6 6.4-1.6-6.4-6.4-1.6 6.4-1.6zM64 40l1.2 4.8 4.8 1.2-4.8 1.2-1.2 4.8-1.2-4.8-4.8-1.2 4.8-1.2z" />
      </g>
      <circle cx="268" cy="214" r="92" fill="url(#nebula-planet)" />
      <path d="M186 172a92 92 0 0 1 120-42" fill="none" stroke="#b9c8ff" strokeWidth="1.6" opacity="0.8" />
      <g transform="rotate(-16 62 128)">
        <circle cx="62" cy="128" r="11" fill="#d9a8ff" />
        <path d="M51 128a11 11 0 0 0 22 0z" fill="#8a5fd0" />
        <ellipse
          cx="62"
          cy="128"
          rx="21"
          ry="4.6"
          fill="none"
          stroke="#ffe1f4"
          strokeWidth="1.6"
          opacity="0.9"
        />
        <path d="M51.4 125a11 11 0 0 1 21.2 0z" fill="#d9a8ff" />
      </g>
    </>
  );
}
