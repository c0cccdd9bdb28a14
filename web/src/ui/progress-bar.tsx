type ProgressBarProps = { label: string; percent: number };

/** 0 to 100; anything outside is clamped. */
export function ProgressBar({ label, percent }: ProgressBarProps) {
  const shown = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={shown}
      className="h-1 overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full origin-left rounded-full bg-accent-text transition-transform duration-700 ease-calm"
        style={{ transform: `scaleX(${shown / 100})` }}
      />
    </div>
  );
}
