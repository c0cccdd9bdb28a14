import { useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field-error.tsx';
import { Tile, type TileOption } from './tile.tsx';

type TilesProps = {
  name: string;
  label: string;
  options: readonly TileOption[];
  value: string;
  onChange: (value: string) => void;
  help?: string;
  error?: string;
  disabled?: boolean;
};

/** A short list to choose one of, as native radio buttons that look like tiles. */
export function Tiles({ name, label, options, value, onChange, help, error, disabled }: TilesProps) {
  const id = useId();
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={classNames(error && `${id}-error`, disabled && help && `${id}-help`) || undefined}
      className="min-w-0"
    >
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className={classNames('flex flex-wrap gap-2', disabled && 'opacity-50')}>
        {options.map((option) => (
          <Tile
            key={option.value}
            name={name}
            option={option}
            isChecked={option.value === value}
            onChoose={() => onChange(option.value)}
          />
        ))}
      </div>
      {help ? (
        <p id={`${id}-help`} className="mt-1.5 text-xs text-ink-faint">
          {help}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
