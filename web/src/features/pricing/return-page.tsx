import { useTranslation } from 'react-i18next';
import { ApiError } from '#lib/api/api-error.ts';
import { leaveForSignIn } from '#product/api/account.ts';
import { usePageTitle } from '#product/page-title.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import type { ReturnSearch } from './pricing-search.ts';
import { purchaseState, usePurchase } from './purchase.ts';
import { PurchaseOutcome, ReturnLinks } from './purchase-outcome.tsx';

/** `/pricing/return`: waits for the payment, shows its outcome and returns to where the user was. */
export function ReturnPage({ search }: { search: ReturnSearch }) {
  const { t } = useTranslation('pricing');
  usePageTitle(t('return.pageTitle'));
  return (
    <div className="m-auto w-full max-w-xl px-5 py-10">
      <h1 className="sr-only">{t('return.pageTitle')}</h1>
      {search.purchase ? (
        <Purchase id={search.purchase} search={search} />
      ) : (
        <NoPurchase redirect={search.redirect} />
      )}
    </div>
  );
}

function NoPurchase({ redirect }: Pick<ReturnSearch, 'redirect'>) {
  const { t } = useTranslation('pricing');
  return (
    <EmptyState title={t('return.missing')} text={t('return.missingText')}>
      <ReturnLinks state="failed" redirect={redirect} />
    </EmptyState>
  );
}

function Purchase({ id, search }: { id: string; search: ReturnSearch }) {
  const { t } = useTranslation('pricing');
  const { data, error, refetch } = usePurchase(id);
  if (data) {
    const state = purchaseState(data, search.cancelled === 'true');
    return <PurchaseOutcome state={state} credits={data.credits} redirect={search.redirect} />;
  }
  if (!error) return <PurchaseOutcome state="waiting" credits={0} redirect={search.redirect} />;
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 401) {
    return (
      <EmptyState title={t('return.signIn')} text={t('return.signInText')}>
        <Button variant="primary" onClick={() => leaveForSignIn()}>
          {t('return.signInButton')}
        </Button>
      </EmptyState>
    );
  }
  if (status === 400 || status === 404) return <NoPurchase redirect={search.redirect} />;
  return (
    <ErrorState
      title={t('return.broken')}
      text={t('return.brokenText')}
      retryLabel={t('return.retry')}
      onRetry={() => void refetch()}
    />
  );
}
