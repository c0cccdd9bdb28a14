import type { LedgerLine, PublicPurchase } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate, formatMoney } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { historyTarget } from '#product/generation/actions/generation-target.ts';
import { usePackLabel } from '#product/ledger/use-ledger-labels.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { ReceiptRows } from '#product/receipt/receipt-rows.tsx';
import { ReceiptSkeleton } from '#product/receipt/receipt-skeleton.tsx';
import { buttonVariants } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ledgerQuery, purchaseQuery } from './wallet-data.ts';
import type { WalletSearch } from './wallet-search.ts';

type WalletDialogProps = { search: WalletSearch; revision: number; onClose: () => void };

/** The receipt or the purchase that the search params open. */
export function WalletDialog({ search, revision, onClose }: WalletDialogProps) {
  if (search.receipt)
    return <ReceiptDialog id={search.receipt} search={search} revision={revision} onClose={onClose} />;
  return search.purchase ? <PurchaseDialog id={search.purchase} onClose={onClose} /> : null;
}

type ReceiptDialogProps = { id: string; search: WalletSearch; revision: number; onClose: () => void };

/** The receipt of a generation, even a deleted one, with a link that opens it over its history. */
function ReceiptDialog({ id, search, revision, onClose }: ReceiptDialogProps) {
  const { t } = useTranslation(['wallet', 'shell']);
  const generation = useLineGeneration(id, search);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('receipt.title')}
      closeLabel={t('shell:close')}
      footer={
        generation && !generation.is_deleted ? (
          <Link {...historyTarget(generation)} className={buttonVariants('secondary', 'sm')}>
            {t('receipt.history')}
          </Link>
        ) : undefined
      }
    >
      <ReceiptSection generationId={id} revision={revision} />
    </Dialog>
  );
}

/** The generation as the listed lines describe it; undefined if none of them belongs to it. */
function useLineGeneration(id: string, search: WalletSearch): LedgerLine['generation'] | undefined {
  const { reply } = useQueryWithPrevious(ledgerQuery(search));
  return reply?.data.flatMap(({ lines }) => lines).find(({ generation }) => generation?.id === id)
    ?.generation;
}

/** A purchase: its pack, and the state of its payment. */
function PurchaseDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['wallet', 'shell']);
  const purchase = useQueryWithPrevious(purchaseQuery(id));
  return (
    <Dialog isOpen onClose={onClose} title={t('purchase.title')} closeLabel={t('shell:close')}>
      <QueryBoundary query={purchase} skeleton={<ReceiptSkeleton />}>
        {(reply) => <PurchaseFacts purchase={reply} />}
      </QueryBoundary>
    </Dialog>
  );
}

type RowName = 'pack' | 'credits' | 'amount' | 'status' | 'created' | 'paid' | 'refunded' | 'taken' | 'id';

function PurchaseFacts({ purchase }: { purchase: PublicPurchase }) {
  const { t, i18n } = useTranslation('wallet');
  const packLabel = usePackLabel();
  const money = (amountMinor: number) => formatMoney(amountMinor, purchase.currency, i18n.language);
  const row = (id: RowName, value: string) => ({ id, label: t(`purchase.${id}`), value });
  const { pack, paid_at: paidAt, refunded_minor: refundedMinor, taken_credits: taken } = purchase;
  const rows = [
    ...(pack === null ? [] : [row('pack', packLabel(pack))]),
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
