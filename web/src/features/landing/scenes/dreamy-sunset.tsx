/** Low sun over a lake, two ranges of hills and a boat. An SVG is sharp at every width and a fraction of a photo in size. */
export function DreamySunset() {
  return (
    <>
      <defs>
        <linearGradient id="sunset-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2b1a5e" />
          <stop offset="0.42" stopColor="#a43a7c" />
          <stop offset="0.68" stopColor="#f0764f" />
          <stop offset="1" stopColor="#ffd08a" />
        </linearGradient>
        <radialGradient id="sunset-glow">
          <stop offset="0" stopColor="#fff3d6" stopOpacity="0.95" />
          <stop offset="0.3" stopColor="#ffd9a0" stopOpacity="0.55" />
          <stop offset="1" stopColor="#ff9a62" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="sunset-lake" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#f7a26a" />
          <stop offset="0.5" stopColor="#a8456f" />
          <stop offset="1" stopColor="#3a1d55" />
        </linearGradient>
      </defs>
      <rect width="320" height="130" fill="url(#sunset-sky)" />
      <circle cx="206" cy="104" r="92" fill="url(#sunset-glow)" />
      <circle cx="206" cy="104" r="20" fill="#fff4dc" />
      <path
        d="M0 62q40-10 84-2t70-6q-50 18-92 14T0 72zM190 40q46-12 130-4v6q-70-8-130-2z"
        fill="#ffb98a"
        opacity="0.45"
      />
      <path d="M0 112l38-22 34 16 46-34 44 34 30-14 40 20 36-18 52 26v12H0z" fill="#8f3d70" />
      <path d="M0 122l50-14 44 10 54-20 60 22 46-12 66 14v10H0z" fill="#5c2760" />
      <rect y="130" width="320" height="50" fill="url(#sunset-lake)" />
      <g fill="#ffe6bd">
        <path d="M182 133h48l-4 2h-40zM188 139h36l-3 2h-30zM178 146h56l-5 2h-46z" opacity="0.75" />
        <path d="M192 154h28l-3 2h-22zM184 162h44l-5 2.5h-34zM194 172h24l-4 2.5h-16z" opacity="0.5" />
      </g>
      <path d="M118 143h34l-7 7h-20zM134 112v28h16zM131 118v22h-13z" fill="#2c1442" />
      <path d="M122 154h26M126 159h18" stroke="#2c1442" strokeWidth="1.4" opacity="0.45" />
      <path d="M56 84q4-4 7 0q3-4 7 0M78 76q3-3 5 0q2-3 5 0" fill="none" stroke="#4b1f52" strokeWidth="1.3" />
      <path d="M0 180v-28q30-8 54 4t48 6q20 4 34 18z" fill="#1e0f33" />
      <path d="M22 156l4-30 4 30zM34 158l3.4-24 3.4 24zM12 156l3-20 3 20z" fill="#1e0f33" />
    </>
  );
}
