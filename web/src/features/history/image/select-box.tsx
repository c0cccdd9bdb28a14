import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { classNames } from '#ui/class-names.ts';

type SelectBoxProps = {
  prompt: string;
  isSelected: boolean;
  /** `isRange` with the shift key held. */
  onToggle: (isRange: boolean) => void;
  className?: string;
};

export function SelectBox({ prompt, isSelected, onToggle, className }: SelectBoxProps) {
  const { t } = useTranslation('image-history');
  return (
    // Its own area is larger than the box, for fingers.
    <label className={classNames('grid size-10 place-items-center select-none', className)}>
      <input
        type="checkbox"
        aria-label={t('select.one', { prompt: excerptOf(prompt, 60) })}
        checked={isSelected}
        onChange={(event) => onToggle((event.nativeEvent as unknown as MouseEvent).shiftKey)}
        className="size-5 accent-accent"
      />
    </label>
  );
}
