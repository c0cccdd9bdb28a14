import { findKind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';

/** Says the value of a field as the form of its kind says it. */
export function useValueWords(kindId: string): (name: string, value: unknown) => string {
  const { t } = useTranslation(['history', 'kinds']);
  const kind = findKind(kindId);
  return (name, value) => {
    if (typeof value === 'boolean') return t(value ? 'details.yes' : 'details.no');
    const widget = kind?.fields[name]?.widget;
    const unit = widget && 'unit' in widget ? widget.unit : undefined;
    const word = t(`kinds:options.${name}.${String(value)}`, { defaultValue: String(value) });
    return unit === 's' ? t('seconds', { value }) : unit ? `${word} ${unit}` : word;
  };
}
