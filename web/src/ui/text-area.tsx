import { type KeyboardEventHandler, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError, FieldLabel } from './field.tsx';

/** Rendered below a text and inside of its box: what is `above`, then the tools with the count beside them. */
export type TextFoot = { above?: ReactNode; tools: ReactNode };

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
  /** Takes the count from beside the label, which is then for readers of the page alone. */
  foot?: TextFoot;
};

/** Grows with its text. A text that is too long is marked, never truncated. */
export function TextArea(props: TextAreaProps) {
  const { foot } = props;
  const id = useId();
  const isTooLong = props.count > props.maxCount;
  const isInvalid = isTooLong || props.error !== undefined;
  const count = (
    <span className={isTooLong ? 'text-danger-text' : undefined}>
      {props.count} / {props.maxCount}
    </span>
  );
  return (
    <div className="min-w-0">
      {foot ? (
        <label htmlFor={id} className="sr-only">
          {props.label}
        </label>
      ) : (
        <FieldLabel htmlFor={id} aside={count}>
          {props.label}
        </FieldLabel>
      )}
      <div
        className={classNames(
          'rounded-md border bg-raised transition-colors duration-150',
          isInvalid ? 'border-danger-text' : 'border-transparent hover:border-line-strong',
        )}
      >
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
          className="block field-sizing-content max-h-96 w-full resize-y wrap-anywhere rounded-md bg-transparent px-3.5 py-3 text-input placeholder:text-ink-faint focus-visible:outline-offset-0"
          style={{ minHeight: `${props.rows * 1.5 + 1.5}rem` }}
        />
        {foot ? (
          <div className="grid gap-1.5 p-1.5">
            {foot.above}
            <div className="flex flex-wrap items-center gap-x-1">
              {foot.tools}
              <span className="ml-auto pr-1.5 text-xs whitespace-nowrap text-ink-faint tabular-nums">
                {count}
              </span>
            </div>
          </div>
        ) : null}
      </div>
      <FieldError id={`${id}-error`} text={props.error} />
    </div>
  );
}
