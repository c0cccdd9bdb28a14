/** A city after rain, seen from a roof with a water tower. */
export function UrbanRooftop() {
  return (
    <>
      <defs>
        <linearGradient id="roof-sky" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0c1030" />
          <stop offset="0.4" stopColor="#4b3a93" />
          <stop offset="0.66" stopColor="#c85f98" />
          <stop offset="0.85" stopColor="#ffa27a" />
        </linearGradient>
        <radialGradient id="roof-glow">
          <stop offset="0" stopColor="#ffb38a" stopOpacity="0.8" />
          <stop offset="1" stopColor="#ff6f91" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="roof-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#2a2350" />
          <stop offset="1" stopColor="#0a0a1c" />
        </linearGradient>
      </defs>
      <rect width="320" height="180" fill="url(#roof-sky)" />
      <ellipse cx="150" cy="132" rx="170" ry="64" fill="url(#roof-glow)" />
      <path
        d="M0 136V92h18V74h22v22h16V62h26v34h20V54h8v-8h6v8h10v40h22V70h30v28h18V48h28v46h20V66h24v24h18V78h34v58z"
        fill="#54428f"
        opacity="0.7"
      />
      <path
        d="M0 148v-40h26V96h30v18h24V84h34v32h26v-16h38v14h26V88h30v26h30V98h26v14h30v36z"
        fill="#1b1744"
      />
      <g fill="#ffd596">
        <path d="M86 92h4v5h-4zM96 92h4v5h-4zM106 102h4v5h-4zM86 112h4v5h-4zM34 104h4v5h-4zM46 112h4v5h-4zM8 118h4v5H8zM214 96h4v5h-4zM224 106h4v5h-4zM234 96h4v5h-4zM268 106h4v5h-4zM278 116h4v5h-4zM150 110h4v5h-4zM164 118h4v5h-4zM302 122h4v5h-4z" />
      </g>
      <g fill="#7fe9ff">
        <path d="M96 112h4v5h-4zM18 118h4v5h-4zM224 96h4v5h-4zM278 106h4v5h-4zM174 110h4v5h-4z" />
      </g>
      <path d="M118 104h3v26h-3zM124 104h3v26h-3z" fill="#ff5fa8" />
      <path d="M0 146h320v34H0z" fill="url(#roof-floor)" />
      <path d="M0 144h320v4H0z" fill="#0b0a1f" />
      <path d="M244 148l6-44h40l6 44h-6l-5-34h-30l-5 34z" fill="#0b0a1f" />
      <path d="M248 74h44v32h-44zM244 74l26-18 26 18z" fill="#100e29" />
      <path d="M20 166q40-6 88-1t74-3" fill="none" stroke="#ff8fb8" strokeWidth="1.6" opacity="0.5" />
      <path d="M60 174q50-4 92 0" fill="none" stroke="#7fe9ff" strokeWidth="1.2" opacity="0.4" />
      <path
        d="M70 148c0-9-1-14 3-17a4 4 0 0 1-1.4-3 3.6 3.6 0 1 1 5.8 3c4 3 3.6 8 3.6 17h-3.4l-1-9h-1.6l-1 9z"
        fill="#0b0a1f"
      />
    </>
  );
}
