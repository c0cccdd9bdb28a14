import type { PublicPurchase } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatDate } from '#lib/format/format-date.ts';
import { formatMoney } from '#lib/format/format-money.ts';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { usePackWords } from '#product/ledger/use-pack-words.ts';
import { ReceiptRows } from '#product/receipt/receipt-rows.tsx';
import { ReceiptSkeleton } from '#product/receipt/receipt-skeleton.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { purchaseQuery } from './wallet-queries.ts';

/** One purchase: what was bought, and what its payment came to. */
export function PurchaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['wallet', 'ledger', 'shell']);
  const { reply, error, retry } = useKeptQuery(purchaseQuery(id));
  return (
    <Dialog isOpen onClose={onClose} title={t('purchase.title')} closeLabel={t('shell:close')}>
      {reply ? <PurchaseFacts purchase={reply} /> : null}
      {!reply && error ? (
        <ErrorState title={t('ledger:failed')} retryLabel={t('ledger:retry')} onRetry={retry} />
      ) : null}
      {reply || error ? null : <ReceiptSkeleton />}
    </Dialog>
  );
}

function PurchaseFacts({ purchase }: { purchase: PublicPurchase }) {
  const { t, i18n } = useTranslation('wallet');
  const packName = usePackWords();
  const money = (amountMinor: number) => formatMoney(amountMinor, purchase.currency, i18n.language);
  const row = (id: RowName, value: string) => ({ id, label: t(`purchase.${id}`), value });
  const { pack, paid_at: paidAt, refunded_minor: refundedMinor, taken_credits: taken } = purchase;
  const rows = [
    ...(pack === null ? [] : [row('pack', packName(pack))]),
    row('credits', formatCredits(purchase.credits, i18n.language)),
    row('amount', money(purchase.amount_minor)),
    row('status', t(`purchase.statuses.${purchase.status}`)),
    row('created', formatDate(purchase.created_at, i18n.language)),
    ...(paidAt === null ? [] : [row('paid', formatDate(paidAt, i18n.language))]),
    ...(refundedMinor > 0 ? [row('refunded', money(refundedMinor))] : []),
    ...(taken > 0 ? [row('taken', formatCredits(taken, i18n.language))] : []),
    { ...row('id', purchase.id), isCode: true },
  ];
  return <ReceiptRows rows={rows} />;
}

type RowName = 'pack' | 'credits' | 'amount' | 'status' | 'created' | 'paid' | 'refunded' | 'taken' | 'id';
