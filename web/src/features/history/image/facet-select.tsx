import type { ImageFacetsReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { SelectField } from '#ui/select-field.tsx';
import { useFilterWords } from './use-filter-words.ts';

type FacetSelectProps = {
  name: 'mode' | 'model' | 'size';
  /** Undefined until it was read. */
  facet: ImageFacetsReply['modes'] | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** One value of several, each with how many records have it. A chosen value that no record has stays in the list. */
export function FacetSelect({ name, facet = [], value, onChange }: FacetSelectProps) {
  const { t } = useTranslation('image-history');
  const nameOf = useFilterWords();
  const isMissing = value !== '' && !facet.some((option) => option.value === value);
  const options = [
    { value: '', label: t('filters.any') },
    ...facet.map((option) => ({
      value: option.value,
      label: t('filters.option', { name: nameOf(name, option.value), count: option.count }),
    })),
    ...(isMissing ? [{ value, label: nameOf(name, value) }] : []),
  ];
  return (
    <SelectField
      name={name}
      label={t(`filters.${name}`)}
      options={options}
      value={value}
      onChange={onChange}
    />
  );
}
