import type { MouseEvent } from 'react';
import { classNames } from './class-names.ts';

type SelectBoxProps = {
  label: string;
  isSelected: boolean;
  /** `isRange` while the shift key is held. */
  onToggle: (isRange: boolean) => void;
  tabIndex?: number;
  className?: string;
};

/** Selects one of several things. */
export function SelectBox({ label, isSelected, onToggle, tabIndex, className }: SelectBoxProps) {
  return (
    // The label is larger than the check, for touch.
    <label
      className={classNames('grid size-10 place-items-center select-none pointer-coarse:size-11', className)}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        tabIndex={tabIndex}
        onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        className="round-check"
      />
    </label>
  );
}
