import { useTranslation } from 'react-i18next';

/** A part of a price, from the catalog or from a receipt. */
type NamedPart = { code: string; params: Readonly<Record<string, string | number>> };

/** The label of a part of a price; the base price has one for each setting that it depends on. */
export function usePricePartLabel(): (part: NamedPart) => string {
  const { t } = useTranslation('kinds');
  return ({ code, params }) => {
    const by = Object.keys(params)[0];
    return t(`price.${code}${code === 'base' && by ? `_${by}` : ''}`, {
      ...params,
      defaultValue: t(`price.${code}`),
    });
  };
}
