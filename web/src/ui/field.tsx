import type { ReactNode } from 'react';

type FieldLabelProps = { htmlFor?: string; id?: string; children: ReactNode; aside?: ReactNode };

/** The label above a control, with room at its right for a counter or a value. */
export function FieldLabel({ htmlFor, id, children, aside }: FieldLabelProps) {
  const className = 'text-sm font-medium text-ink';
  return (
    <div className="mb-2 flex items-baseline justify-between gap-3">
      {htmlFor ? (
        <label htmlFor={htmlFor} className={className}>
          {children}
        </label>
      ) : (
        <span id={id} className={className}>
          {children}
        </span>
      )}
      {aside ? <span className="text-xs text-ink-faint tabular-nums">{aside}</span> : null}
    </div>
  );
}

export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} className="mt-1.5 text-sm text-danger-text">
      {text}
    </p>
  );
}
