import { packIds } from '@atelier/catalog';
import type { LedgerLine } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

/** Reasons that are not error codes. */
const reasons = [
  'cancelled',
  'partial',
  'payment_disputed',
  'payment_refunded',
  'payment_owed',
  'dispute_won',
  'stand_in',
  'requested',
  'account_erased',
] as const;

type LineLabels = {
  findKindByBody: (line: LedgerLine) => string;
  /** The generation or the purchase; undefined for a line that belongs to neither. */
  toSubject: (line: LedgerLine) => string | undefined;
  /** Why it was booked; an operator's reason is shown as written. */
  readReason: (line: LedgerLine) => string | undefined;
};

/** The labels of a ledger line in the user's language. Needs the namespaces `ledger`, `kinds` and `messages`. */
export function useLineLabels(): LineLabels {
  const { t } = useTranslation(['ledger', 'kinds', 'messages']);
  const packLabel = usePackLabel();
  return {
    findKindByBody: (line) => t(`kinds.${line.kind}`),
    toSubject({ generation, purchase }) {
      if (generation) {
        const kind = t(`kinds:kinds.${generation.kind}.title`, { defaultValue: generation.kind });
        if (generation.is_deleted) return t('deleted', { kind });
        return generation.prompt === '' ? kind : generation.prompt;
      }
      if (!purchase) return undefined;
      return packLabel(purchase.pack);
    },
    readReason({ reason, actor }) {
      if (reason === null) return undefined;
      if (actor === 'operator') return t('bySupport', { reason });
      const known = reasons.find((candidate) => candidate === reason);
      return known ? t(`reasons.${known}`) : t(`messages:error.${reason}`, { defaultValue: reason });
    },
  };
}

/** The name of a pack, or its id once it is no longer sold. Null is a payment without a pack. */
export function usePackLabel(): (pack: string | null) => string {
  const { t } = useTranslation('ledger');
  return (pack) => {
    const known = packIds.find((id) => id === pack);
    return known ? t(`packs.${known}`) : (pack ?? t('payment'));
  };
}
