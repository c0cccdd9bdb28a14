import Lock from 'lucide-react/icons/lock';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type TileOption = {
  value: string;
  label: string;
  /** A drawing above the label, such as the shape of a ratio. */
  picture?: ReactNode;
  /** Said after the label, with a lock: the option asks for something first. */
  lockedLabel?: string;
};

type TileProps = { name: string; option: TileOption; isChecked: boolean; onChoose: () => void };

export function Tile({ name, option, isChecked, onChoose }: TileProps) {
  return (
    <label
      className={classNames(
        'relative flex min-h-10 min-w-18 flex-col items-center justify-center gap-2 rounded-md border px-4 py-2 text-sm font-medium',
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
      {option.picture}
      <span className="inline-flex items-center gap-1.5">
        {option.label}
        {option.lockedLabel ? (
          <>
            <Lock size={13} aria-hidden="true" className="text-ink-faint" />
            <span className="sr-only">{option.lockedLabel}</span>
          </>
        ) : null}
      </span>
    </label>
  );
}
