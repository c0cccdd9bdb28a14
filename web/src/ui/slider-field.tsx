import { type CSSProperties, type FocusEventHandler, useId } from 'react';
import { FieldError, FieldLabel } from './field.tsx';

type SliderFieldProps = {
  name: string;
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** A double click on the slider resets to this. */
  resetValue?: number;
  help?: string;
  /** Announced below the slider when it becomes other than empty. */
  note?: string;
  error?: string;
  /** Focus events of the number field. */
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onBlur?: FocusEventHandler<HTMLInputElement>;
};

/** A slider with a number field; a typed number may be out of range, which `error` then marks. */
export function SliderField(props: SliderFieldProps) {
  const { name, label, value, min, max, step, onChange, resetValue, help, note, error, onFocus, onBlur } =
    props;
  const id = useId();
  const filled = Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100));
  const range = { min, max, step };
  return (
    <div>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <div className="flex items-center gap-4">
        <input
          {...range}
          id={id}
          type="range"
          value={Number.isNaN(value) ? min : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          onDoubleClick={() => resetValue !== undefined && onChange(resetValue)}
          className="range-input min-w-0 flex-1"
          style={{ '--filled': `${filled}%` } as CSSProperties}
        />
        <input
          {...range}
          type="number"
          name={name}
          onFocus={onFocus}
          onBlur={onBlur}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          value={Number.isNaN(value) ? '' : value}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="w-20 pointer-coarse:min-h-11 rounded-md border border-transparent bg-raised px-2.5 py-1.5 text-right text-input tabular-nums hover:border-line-strong"
        />
      </div>
      {help ? <p className="mt-1 text-xs text-ink-faint">{help}</p> : null}
      {note === undefined ? null : (
        <p role="status" className="text-xs text-warn-text">
          {note}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
