export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" className="shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <g stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path d="M8.5 23 15 8.6a1.1 1.1 0 0 1 2 0L23.5 23" fill="none" strokeWidth="2.6" />
        <path d="m14 17.6 5 2.7-5 2.7z" fill="#fff" strokeWidth="1.2" />
      </g>
    </svg>
  );
}
