import Lock from 'lucide-react/icons/lock';
import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { FieldError } from './field.tsx';

type TileOption = {
  value: string;
  label: string;
  /** Picture before the label, such as the outline of a ratio. */
  picture?: ReactNode;
  /** Text below the label, such as a price. */
  note?: string | undefined;
  /** Reason why the option cannot be chosen yet. */
  lockedLabel?: string | undefined;
};

type TilesProps = {
  name: string;
  label: string;
  options: readonly TileOption[];
  value: string;
  onChange: (value: string) => void;
  help?: string;
  error?: string;
  disabled?: boolean;
  /** Three side by side, for tiles with pictures and notes. */
  isGrid?: boolean;
};

/** A short list of options, as native radio buttons styled as tiles. */
export function Tiles(props: TilesProps) {
  const { name, label, options, value, onChange, help, error, disabled, isGrid = false } = props;
  const id = useId();
  return (
    <fieldset
      disabled={disabled}
      aria-describedby={classNames(error && `${id}-error`, disabled && help && `${id}-help`) || undefined}
      className="min-w-0"
    >
      <legend className={isGrid ? 'mb-1 text-xs text-ink-faint' : 'mb-2 text-sm font-medium'}>{label}</legend>
      <div
        className={classNames(
          isGrid ? 'grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-1.5' : 'flex flex-wrap gap-2',
          disabled && 'opacity-50',
        )}
      >
        {options.map((option) => (
          <Tile
            key={option.value}
            name={name}
            option={option}
            isChecked={option.value === value}
            isCompact={isGrid}
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

type TileProps = {
  name: string;
  option: TileOption;
  isChecked: boolean;
  isCompact: boolean;
  onChoose: () => void;
};

function Tile({ name, option, isChecked, isCompact, onChoose }: TileProps) {
  const { value, label, picture, note, lockedLabel } = option;
  return (
    <label
      className={classNames(
        'relative flex min-h-10 items-center rounded-md border font-medium',
        isCompact ? 'min-w-0 gap-2 px-2 py-1 text-xs' : 'min-w-18 justify-center px-4 py-2 text-sm',
        'transition-colors duration-150 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isChecked
          ? 'border-accent-text bg-accent-soft text-ink'
          : 'border-transparent bg-raised text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChecked}
        onChange={onChoose}
        className="absolute inset-0 appearance-none outline-none"
      />
      {picture}
      {note || lockedLabel ? (
        <span className="min-w-0">
          <span className="block wrap-anywhere">{label}</span>{' '}
          <span className="flex items-center gap-1 font-normal text-ink-faint tabular-nums">
            {note}
            {lockedLabel ? <Lock size={12} aria-label={lockedLabel} role="img" /> : null}
          </span>
        </span>
      ) : (
        label
      )}
    </label>
  );
}
