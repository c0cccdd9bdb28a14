import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Settled } from '#product/settled.tsx';
import { buttonVariants } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DailyCap } from './daily-cap.tsx';
import { LedgerSection } from './ledger-section.tsx';
import { SpendChart } from './spend-chart.tsx';
import { summaryQuery, useLiveWallet } from './wallet-data.ts';
import type { WalletPageProps } from './wallet-search.ts';
import { BalanceFigures, CreditLife } from './wallet-summary.tsx';

/** `/credits`: a user's credits and every ledger entry. Filters, page and open dialog are search params. */
export function WalletPage(props: WalletPageProps) {
  const { t } = useTranslation('wallet');
  usePageTitle(t('title'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-6 pb-20 md:px-8">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <Link to="/pricing" className={buttonVariants('primary', 'md')}>
          {t('buy')}
        </Link>
      </div>
      {account.status === 'anonymous' ? <PageSignIn page="wallet" /> : null}
      {account.status === 'loading' ? <WalletSkeleton /> : null}
      {account.info ? <WalletContent {...props} revision={account.info.credits.revision} /> : null}
    </div>
  );
}

const WalletDialog = lazyPart(async () => (await import('./wallet-dialog.tsx')).WalletDialog, {
  note: 'above',
});

const ProofSteps = lazyPart(async () => (await import('./proof-steps.tsx')).ProofSteps);

/** Loads its steps when it is first opened. */
function Proof(props: { head: string; checkpointAt: string | null }) {
  const { t } = useTranslation('wallet');
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Collapsible title={t('proof.title')} onToggle={(isOpen) => setWasOpened((was) => was || isOpen)}>
      {wasOpened ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ProofSteps {...props} />
        </Suspense>
      ) : null}
    </Collapsible>
  );
}

type WalletContentProps = WalletPageProps & {
  /** Revision of the account, which every ledger entry raises. */
  revision: number;
};

function WalletContent({ search, onSearch, revision }: WalletContentProps) {
  useLiveWallet();
  const summary = useQueryWithPrevious(summaryQuery);
  const isDialogOpen = search.receipt !== undefined || search.purchase !== undefined;
  return (
    <QueryBoundary query={summary} skeleton={<WalletSkeleton />}>
      {(reply) => (
        <Settled skeleton={<WalletSkeleton />}>
          <BalanceFigures summary={reply} />
          <div className="mt-8 grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <SpendChart />
            <DailyCap today={reply.today} />
          </div>
          <LedgerSection search={search} onSearch={onSearch} />
          <div className="mt-8">
            <CreditLife />
            {reply.chain_head === null ? null : (
              <Proof head={reply.chain_head} checkpointAt={reply.checkpoint_at} />
            )}
          </div>
          {isDialogOpen ? (
            <Suspense fallback={null}>
              <WalletDialog
                search={search}
                revision={revision}
                onClose={() => onSearch({ ...search, receipt: undefined, purchase: undefined })}
              />
            </Suspense>
          ) : null}
        </Settled>
      )}
    </QueryBoundary>
  );
}

const figures = ['available', 'held', 'month', 'spent'];
const lines = Array.from({ length: 6 }, (_, index) => `line-${index}`);

/** Skeleton as large as the content, so that nothing moves when it arrives. */
function WalletSkeleton() {
  return (
    <div aria-hidden="true" className="mt-8">
      <div className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-4">
        {figures.map((figure) => (
          <Skeleton key={figure} className="h-24" />
        ))}
      </div>
      <Skeleton className="mt-8 h-96" />
      <div className="mt-12 grid gap-3">
        {lines.map((line) => (
          <Skeleton key={line} className="h-14" />
        ))}
      </div>
    </div>
  );
}
