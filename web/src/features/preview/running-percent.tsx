import { classNames } from '#ui/class-names.ts';

/** Over the place of what is being made. The progress bar beside it says the same to those who do not see it. */
export function RunningPercent({ percent, className }: { percent: number; className: string }) {
  return (
    <div className={classNames('shimmer absolute inset-0 grid place-items-center', className)}>
      <span
        aria-hidden="true"
        className="rounded-full bg-raised px-4 py-1.5 text-2xl font-semibold text-ink-soft tabular-nums"
      >
        {percent}
        <span className="text-lg text-ink-faint"> %</span>
      </span>
    </div>
  );
}
