import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { classNames } from '#ui/class-names.ts';

type SelectBoxProps = {
  prompt: string;
  isSelected: boolean;
  /** `isRange` while the shift key is held. */
  onToggle: (isRange: boolean) => void;
  tabIndex?: number;
  className?: string;
};

/** Selects a generation, in a tile or a row. */
export function SelectBox({ prompt, isSelected, onToggle, tabIndex, className }: SelectBoxProps) {
  const { t } = useTranslation('library');
  return (
    // The label is larger than the box, for touch.
    <label className={classNames('grid size-10 place-items-center select-none', className)}>
      <input
        type="checkbox"
        aria-label={t('select.one', { prompt: excerptOf(prompt, 60) })}
        checked={isSelected}
        tabIndex={tabIndex}
        onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        className="size-5 accent-accent"
      />
    </label>
  );
}
