import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { SelectBox as PlainSelectBox } from '#ui/select-box.tsx';

type SelectBoxProps = {
  prompt: string;
  isSelected: boolean;
  /** `isRange` while the shift key is held. */
  onToggle: (isRange: boolean) => void;
  tabIndex?: number;
  className?: string;
};

/** Selects a generation, in a tile or a row. */
export function SelectBox({ prompt, ...props }: SelectBoxProps) {
  const { t } = useTranslation('library');
  return <PlainSelectBox {...props} label={t('select.one', { prompt: makeExcerpt(prompt, 60) })} />;
}
