import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId } from 'react';
import { FieldError, FieldLabel } from './field.tsx';

type SelectFieldProps = {
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
  error?: string;
};

/** The browser's own select: no code, and the best one on a phone. */
export function SelectField({ name, label, options, value, onChange, error }: SelectFieldProps) {
  const id = useId();
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="relative">
        <select
          id={id}
          name={name}
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.value)}
          className="w-full pointer-coarse:min-h-11 appearance-none rounded-md border border-transparent bg-raised py-2 pr-9 pl-3.5 text-input hover:border-line-strong"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-ink-faint"
        />
      </div>
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
