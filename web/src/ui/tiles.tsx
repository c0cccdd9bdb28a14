import { useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type TileOption = { value: string; label: string };

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

/** A short list of options, as native radio buttons styled as tiles. */
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

type TileProps = { name: string; option: TileOption; isChecked: boolean; onChoose: () => void };

function Tile({ name, option, isChecked, onChoose }: TileProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-10 min-w-18 items-center justify-center rounded-md border px-4 py-2 text-sm font-medium',
        'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isChecked
          ? 'border-accent-text bg-accent-soft text-ink'
          : 'border-transparent bg-raised text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <input
        type="radio"
        name={name}
        value={option.value}
        checked={isChecked}
        onChange={onChoose}
        className="absolute inset-0 appearance-none outline-none"
      />
      {option.label}
    </label>
  );
}
