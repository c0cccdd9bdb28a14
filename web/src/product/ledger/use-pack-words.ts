import { packIds } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';

/** Names a pack; one that is sold no more keeps its id. Null is a payment without a pack. */
export function usePackWords(): (pack: string | null) => string {
  const { t } = useTranslation('ledger');
  return (pack) => {
    const known = packIds.find((id) => id === pack);
    return known ? t(`packs.${known}`) : (pack ?? t('payment'));
  };
}
