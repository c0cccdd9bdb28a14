import type { ReactNode } from 'react';

/** Facts to read before an answer, between two lines: each with its label beside it, on a phone above it. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <dl className="mt-6 grid gap-x-6 gap-y-3 border-y border-line py-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      {children}
    </dl>
  );
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="contents">
      <dt className="text-sm text-ink-faint">{label}</dt>
      <dd dir="auto" className="-mt-2 min-w-0 tabular-nums wrap-anywhere sm:mt-0">
        {children}
      </dd>
    </div>
  );
}
