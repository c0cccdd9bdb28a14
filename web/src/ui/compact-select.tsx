import ChevronDown from 'lucide-react/icons/chevron-down';
import Lock from 'lucide-react/icons/lock';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type CompactOption = {
  value: string;
  label: string;
  /** Follows the label in the opened list only, such as a price. */
  note?: string;
  /** Picture before the label of the chosen option, such as the outline of a ratio. */
  picture?: ReactNode;
  /** Why the option cannot be chosen yet: in words in the opened list, as a lock when it is the chosen one. */
  lockedLabel?: string;
};

type CompactSelectProps = {
  name: string;
  label: string;
  options: readonly CompactOption[];
  value: string;
  onChange: (value: string) => void;
  error?: string;
};

/**
 * A select as wide as what is chosen, for several side by side. The browser's own control lies invisible over a face
 * that leaves out the notes of the list.
 */
export function CompactSelect({ name, label, options, value, onChange, error }: CompactSelectProps) {
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  return (
    <div className="min-w-0 flex-auto">
      <CompactLabel htmlFor={id}>{label}</CompactLabel>
      <div
        className={classNames(
          'relative flex h-10 pointer-coarse:h-11 items-center gap-2 rounded-md border bg-raised px-2.5 text-sm font-medium transition-colors duration-150',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
          error === undefined ? 'border-transparent hover:border-line-strong' : 'border-danger-text',
        )}
      >
        {chosen?.picture}
        <span title={chosen?.label} className="min-w-0 flex-1 truncate">
          {chosen?.label}
        </span>
        {chosen?.lockedLabel ? <Lock size={13} aria-hidden="true" className="text-ink-faint" /> : null}
        <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-ink-faint" />
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="absolute inset-0 w-full cursor-pointer text-input opacity-0"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {[option.label, option.note, option.lockedLabel].filter(Boolean).join(' · ')}
            </option>
          ))}
        </select>
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** An option without an alternative, beside selects. */
export function CompactFact({ label, value }: { label: string; value: string }) {
  return (
    <div className="min-w-0">
      <CompactLabel>{label}</CompactLabel>
      <p className="flex h-10 items-center text-sm text-ink-soft tabular-nums">{value}</p>
    </div>
  );
}

function CompactLabel({ htmlFor, children }: { htmlFor?: string; children: string }) {
  const className = 'mb-1 block truncate text-xs text-ink-faint';
  if (!htmlFor)
    return (
      <span title={children} className={className}>
        {children}
      </span>
    );
  return (
    <label htmlFor={htmlFor} title={children} className={className}>
      {children}
    </label>
  );
}
