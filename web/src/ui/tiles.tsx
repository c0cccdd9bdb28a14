import { useId } from 'react';
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
};

/** A short list to choose one of, as native radio buttons that look like tiles. */
export function Tiles({ name, label, options, value, onChange, help, error }: TilesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
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
      {help ? <p className="mt-1.5 text-xs text-ink-faint">{help}</p> : null}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
