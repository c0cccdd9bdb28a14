import { type KeyboardEventHandler, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, FieldLabel } from './field.tsx';

type TextAreaProps = {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  onKeyDown?: KeyboardEventHandler<HTMLTextAreaElement>;
  rows: number;
  /** The length of `value`, counted as the validation rule counts it, and the maximum. */
  count: number;
  maxCount: number;
  placeholder?: string;
  error?: string;
};

/** Grows with its text. A text that is too long is marked, never truncated. */
export function TextArea(props: TextAreaProps) {
  const id = useId();
  const isTooLong = props.count > props.maxCount;
  const isInvalid = isTooLong || props.error !== undefined;
  return (
    <div className="min-w-0">
      <FieldLabel
        htmlFor={id}
        aside={
          <span className={isTooLong ? 'text-danger-text' : undefined}>
            {props.count} / {props.maxCount}
          </span>
        }
      >
        {props.label}
      </FieldLabel>
      <textarea
        id={id}
        name={props.name}
        rows={props.rows}
        dir="auto"
        onKeyDown={props.onKeyDown}
        value={props.value}
        placeholder={props.placeholder}
        onChange={(event) => props.onChange(event.target.value)}
        aria-invalid={isInvalid}
        aria-describedby={props.error ? `${id}-error` : undefined}
        className={classNames(
          'block field-sizing-content max-h-96 w-full resize-y wrap-anywhere rounded-md border bg-raised px-3.5 py-3 text-input',
          'transition-colors duration-150 placeholder:text-ink-faint focus-visible:outline-offset-0',
          isInvalid ? 'border-danger-text' : 'border-transparent hover:border-line-strong',
        )}
        style={{ minHeight: `${props.rows * 1.5 + 1.5}rem` }}
      />
      <FieldError id={`${id}-error`} text={props.error} />
    </div>
  );
}
