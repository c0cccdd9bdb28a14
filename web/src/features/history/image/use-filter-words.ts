import { useTranslation } from 'react-i18next';
import { nameSize } from './filter-labels.ts';

/** Says the value of a filter; models are called by their own names. */
export function useFilterWords(): (name: 'mode' | 'model' | 'size', value: string) => string {
  const { t } = useTranslation('image-history');
  return (name, value) => {
    if (name === 'mode') return t(`modes.${value as 'text-to-image'}`, { defaultValue: value });
    if (name === 'model') return value;
    const size = nameSize(value);
    return size.name ? `${size.figures} ${t(`sizes.${size.name}`)}` : size.figures;
  };
}
