/** Moon, its path on the water and three lines of surf. */
export function MoonlitBeach() {
  return (
    <>
      <defs>
        <linearGradient id="beach-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#050b22" />
          <stop offset="0.7" stopColor="#15396b" />
          <stop offset="1" stopColor="#3d7ba3" />
        </linearGradient>
        <radialGradient id="beach-moon">
          <stop offset="0" stopColor="#f4fbff" stopOpacity="0.75" />
          <stop offset="0.25" stopColor="#b9dcff" stopOpacity="0.3" />
          <stop offset="1" stopColor="#7fb6ff" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="beach-sea" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2d6a94" />
          <stop offset="1" stopColor="#081a3c" />
        </linearGradient>
        <linearGradient id="beach-sand" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#54627f" />
          <stop offset="1" stopColor="#141c33" />
        </linearGradient>
      </defs>
      <rect width="320" height="96" fill="url(#beach-sky)" />
      <g fill="#e8f4ff">
        <path d="M24 20h1.6v1.6H24zM58 44h1.2v1.2H58zM92 14h1.4v1.4H92zM150 30h1.2v1.2h-1.2zM188 12h1.6v1.6H188zM276 26h1.6v1.6H276zM302 54h1.2v1.2H302zM38 66h1v1h-1zM130 58h1v1h-1zM250 60h1v1h-1z" />
      </g>
      <circle cx="222" cy="44" r="78" fill="url(#beach-moon)" />
      <circle cx="222" cy="44" r="17" fill="#f6fbff" />
      <path d="M216 36a5 5 0 1 0 .1 0zM228 48a3.4 3.4 0 1 0 .1 0zM220 53a2 2 0 1 0 .1 0z" fill="#cfe0f0" />
      <path d="M0 96l34-12 40 6 28-4 30 10z" fill="#0b1c3e" />
      <rect y="96" width="320" height="84" fill="url(#beach-sea)" />
      <g fill="#eaf6ff">
        <path
          d="M212 98h20v1.2h-20zM206 103h34v1.4h-34zM216 108h18v1.4h-18zM200 114h42v1.8h-42z"
          opacity="0.85"
        />
        <path d="M210 121h30v2h-30zM196 129h48v2h-48zM212 137h34v2.4h-34z" opacity="0.55" />
      </g>
      <path d="M0 138q60 14 128-2t192 6v38H0z" fill="#0d2750" opacity="0.75" />
      <path d="M0 180v-24q44-12 96 0t110-2q60-10 114 4v22z" fill="url(#beach-sand)" />
      <path
        d="M0 155q44-12 96 0t110-2q60-10 114 4"
        fill="none"
        stroke="#e6f3ff"
        strokeWidth="2.4"
        strokeLinecap="round"
        opacity="0.9"
      />
      <path
        d="M0 148q60-8 104 2t120-6q50-6 96 4"
        fill="none"
        stroke="#bfe0f7"
        strokeWidth="1.2"
        opacity="0.5"
      />
      <path d="M30 166q8-34 4-70" fill="none" stroke="#050b1c" strokeWidth="3.4" strokeLinecap="round" />
      <path
        d="M34 96q-12-14-32-8q18 0 32 8q-16 0-24 14q10-12 24-14q16-16 36-6q-20-2-36 6q16 2 22 18q-8-14-22-18q-4-18 8-26q-6 12-8 26z"
        fill="#050b1c"
        stroke="#050b1c"
        strokeWidth="1.6"
        strokeLinejoin="round"
      />
    </>
  );
}
