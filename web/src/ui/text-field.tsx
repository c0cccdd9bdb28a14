import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, FieldLabel } from './field.tsx';

type TextFieldProps = Pick<
  ComponentProps<'input'>,
  'name' | 'type' | 'min' | 'max' | 'inputMode' | 'maxLength' | 'placeholder' | 'autoComplete' | 'list'
> & {
  label: string;
  value: string;
  onChange: (value: string) => void;
  help?: string;
  error?: string;
};

/** A one-line input: a text, a number or a date. */
export function TextField({ label, value, onChange, help, error, ...input }: TextFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <input
        {...input}
        id={id}
        title={input.placeholder}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== undefined}
        aria-describedby={classNames(help && `${id}-help`, error && `${id}-error`) || undefined}
        className={classNames(
          'h-10.5 pointer-coarse:h-11 w-full min-w-0 rounded-md border bg-raised px-3.5 text-input tabular-nums transition-colors duration-150 placeholder:text-ellipsis placeholder:text-ink-faint focus-visible:outline-offset-0',
          error === undefined ? 'border-transparent hover:border-line-strong' : 'border-danger-text',
        )}
      />
      {help ? (
        <p id={`${id}-help`} className="mt-1.5 text-xs text-ink-faint">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
