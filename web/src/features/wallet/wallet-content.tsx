import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { CreditLife } from './credit-life.tsx';
import { DailyCap } from './daily-cap.tsx';
import { LedgerSection } from './ledger-section.tsx';
import { ProofFold } from './proof-fold.tsx';
import { useLiveWallet } from './use-live-wallet.ts';
import { summaryQuery } from './wallet-queries.ts';
import type { WalletPageProps } from './wallet-search.ts';
import { WalletSkeleton } from './wallet-skeleton.tsx';

const WalletDialog = lazy(async () => ({
  default: (await import('./wallet-dialog.tsx')).WalletDialog,
}));

type WalletContentProps = WalletPageProps & {
  /** Of the account: raised with every movement of its credits. */
  revision: number;
};

export function WalletContent({ search, onSearch, revision }: WalletContentProps) {
  const { t } = useTranslation(['wallet', 'ledger']);
  useLiveWallet();
  const summary = useKeptQuery(summaryQuery);
  if (!summary.reply) {
    return summary.error ? (
      <ErrorState title={t('ledger:failed')} retryLabel={t('ledger:retry')} onRetry={summary.retry} />
    ) : (
      <WalletSkeleton />
    );
  }
  const isDialogOpen = search.receipt !== undefined || search.purchase !== undefined;
  return (
    <>
      <BalanceFigures summary={summary.reply} />
      <div className="mt-12 grid gap-12 md:grid-cols-2">
        <DailyCap today={summary.reply.today} />
        <CreditLife />
      </div>
      <LedgerSection search={search} onSearch={onSearch} />
      <ProofFold head={summary.reply.chain_head} />
      {isDialogOpen ? (
        <Suspense fallback={null}>
          <WalletDialog
            search={search}
            revision={revision}
            onClose={() => onSearch({ ...search, receipt: undefined, purchase: undefined })}
          />
        </Suspense>
      ) : null}
    </>
  );
}
