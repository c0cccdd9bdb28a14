import { packIds } from '@atelier/catalog';
import type { LedgerLine } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** Reasons that are no error codes. */
const reasons = [
  'cancelled',
  'partial',
  'payment_disputed',
  'payment_refunded',
  'payment_owed',
  'dispute_won',
] as const;

type LineWords = {
  kindOf: (line: LedgerLine) => string;
  /** What was made or bought; undefined for a line that belongs to neither. */
  subjectOf: (line: LedgerLine) => string | undefined;
  /** Why it was booked; what operators wrote stands as they wrote it. */
  reasonOf: (line: LedgerLine) => string | undefined;
};

/** Says a line of the ledger in the user's language. Needs the words of `ledger`, `kinds` and `messages`. */
export function useLineWords(): LineWords {
  const { t } = useTranslation(['ledger', 'kinds', 'messages']);
  const packName = usePackWords();
  return {
    kindOf: (line) => t(`kinds.${line.kind}`),
    subjectOf({ generation, purchase }) {
      if (generation) {
        const kind = t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind });
        if (generation.is_deleted) return t('deleted', { kind });
        return generation.prompt === '' ? kind : generation.prompt;
      }
      if (!purchase) return undefined;
      return packName(purchase.pack);
    },
    reasonOf({ reason, actor }) {
      if (reason === null) return undefined;
      if (actor === 'operator') return t('bySupport', { reason });
      const known = reasons.find((candidate) => candidate === reason);
      return known ? t(`reasons.${known}`) : t(`messages:error.${reason}`, { defaultValue: reason });
    },
  };
}

/** Names a pack; one that is sold no more keeps its id. Null is a payment without a pack. */
export function usePackWords(): (pack: string | null) => string {
  const { t } = useTranslation('ledger');
  return (pack) => {
    const known = packIds.find((id) => id === pack);
    return known ? t(`packs.${known}`) : (pack ?? t('payment'));
  };
}
