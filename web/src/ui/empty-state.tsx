import type { ReactNode } from 'react';

type EmptyStateProps = { picture?: ReactNode; title: string; text?: string; children?: ReactNode };

/** Shown in place of an empty list, with the next action as `children`. */
export function EmptyState({ picture, title, text, children }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-12 text-center">
      {picture ? (
        <div aria-hidden="true" className="mb-4 text-ink-faint">
          {picture}
        </div>
      ) : null}
      <p className="text-lg font-medium text-balance">{title}</p>
      {text ? <p className="mt-1.5 text-ink-soft text-pretty">{text}</p> : null}
      {children ? <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div> : null}
    </div>
  );
}
