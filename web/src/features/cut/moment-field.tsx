import { useId, useState } from 'react';
import { formatMoment, readMoment } from '#product/playback/clip-times.ts';
import { FieldError, FieldLabel } from '#ui/field.tsx';

type MomentFieldProps = {
  label: string;
  value: number;
  error?: string | undefined;
  onChange: (moment: number) => void;
};

/** A typed time, taken over with Enter or when the field is left; anything else that is typed is put back. */
export function MomentField({ label, value, error, onChange }: MomentFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const take = () => {
    const moment = typed === undefined ? undefined : readMoment(typed);
    setTyped(undefined);
    if (moment !== undefined && formatMoment(moment) !== formatMoment(value)) onChange(moment);
  };
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <input
        id={id}
        type="text"
        autoComplete="off"
        value={typed ?? formatMoment(value)}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
          if (key === 'Escape') setTyped(undefined);
        }}
        className="h-10.5 w-full min-w-0 rounded-md border border-transparent bg-raised px-3.5 text-input tabular-nums hover:border-line-strong"
      />
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}
