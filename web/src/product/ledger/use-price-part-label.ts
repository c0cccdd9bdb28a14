import { useTranslation } from 'react-i18next';

/** A part of a price, as the catalog makes it or as a receipt brings it. */
type NamedPart = { code: string; params: Readonly<Record<string, string | number>> };

/** Names a part of a price: the base by the setting that it depends on. */
export function usePricePartWords(): (part: NamedPart) => string {
  const { t } = useTranslation('kinds');
  return ({ code, params }) => {
    const by = Object.keys(params)[0];
    return t(`price.${code}${code === 'base' && by ? `_${by}` : ''}`, {
      ...params,
      defaultValue: t(`price.${code}`),
    });
  };
}
