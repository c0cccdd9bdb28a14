import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPrerendered } from '#lib/parts/lazy-part.tsx';
import { type Account, useAccount } from '#product/account/account-store.ts';
import { LockNotice } from '#product/account/lock-notice.tsx';
import { fetchCreditSummary } from '#product/api/account.ts';
import { findFormPath, useFirstResult } from '#product/first-result/first-result.ts';
import { MistedPrompt } from '#product/first-result/way-head.tsx';
import { lastKind } from '#product/generation/store/last-kind.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { findKindAt } from '#product/navigation/find-kind-at.ts';
import { kindMenu } from '#product/navigation/kind-menu.build.ts';
import { usePageTitle } from '#product/page-title.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PackList } from './pack-list.tsx';
import { firstKindId, type PricedKind, paidOnly, pricedKinds } from './priced-kinds.build.ts';
import { pricingQuery } from './pricing-data.ts';
import type { PricingSearch } from './pricing-search.ts';

const PriceList = lazyPrerendered(async () => (await import('./price-list.tsx')).PriceList);
const Calculator = lazyPrerendered(async () => {
  const [{ Calculator }] = await Promise.all([import('./calculator.tsx'), loadKind(firstKindId)]);
  return Calculator;
});
const rules = ['credits', 'refund', 'paid'] as const;

/** `/pricing`: the packs and what they are enough for, the price of every model, and when nothing is charged. */
export function PricingPage({ search }: { search: PricingSearch }) {
  const { t } = useTranslation('pricing');
  usePageTitle(t('pageTitle'), t('body'));
  const account = useAccount();
  const pricing = useQuery(pricingQuery);
  const chosen = useChosenKind(search);
  return (
    <div className="mx-auto w-full max-w-7xl px-5 pt-6 pb-20 md:px-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-1">
        <div className="max-w-2xl">
          <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
          <p className="mt-1 text-ink-soft text-pretty max-sm:hidden">{t('body')}</p>
        </div>
        <Balance account={account} />
      </div>
      {account.info ? <AccountNotes info={account.info} /> : null}
      {chosen && account.info?.has_ever_paid === false ? <ProNote chosen={chosen} search={search} /> : null}
      {pricing.data ? <PackList pricing={pricing.data} search={search} chosen={chosen} /> : null}
      {pricing.error && !pricing.data ? (
        <ErrorState
          title={t('packs.failed')}
          retryLabel={t('packs.retry')}
          onRetry={() => void pricing.refetch()}
        />
      ) : null}
      <section aria-labelledby="prices" className="mt-5">
        <h2 id="prices" className="sr-only">
          {t('prices.title')}
        </h2>
        {/* The box is about as high as the list, so that what follows is far below the fold while it loads. */}
        <div className="min-h-dvh">
          <Suspense fallback={null}>
            <PriceList chosenId={chosen?.id} />
          </Suspense>
        </div>
      </section>
      <Rules />
      <section aria-labelledby="calculator" className="mt-14">
        <h2 id="calculator" className="text-xl font-semibold">
          {t('calculator.title')}
        </h2>
        <p className="mt-1.5 text-ink-soft">{t('calculator.text')}</p>
        <div className="mt-5 min-h-160 md:min-h-74">
          <Suspense fallback={null}>
            <Calculator key={chosen?.id} chosenId={chosen?.id} />
          </Suspense>
        </div>
      </section>
    </div>
  );
}

/** The user's balance; its line is there before the account is known. */
function Balance({ account }: { account: Account }) {
  const { t } = useTranslation('pricing');
  return (
    <p className="min-h-6 text-ink-soft tabular-nums">
      {account.info ? t('balance', { count: account.info.credits.left_credits }) : null}
      {account.status === 'anonymous' ? t('anonymous') : null}
    </p>
  );
}

/** When credits are charged and returned, and the options that the first purchase unlocks. */
function Rules() {
  const { t, i18n } = useTranslation(['pricing', 'kinds']);
  const formatValue = useValueLabel();
  const options = new Intl.ListFormat(i18n.language).format(
    paidOnly.map(({ field, value }) => formatValue({ field, value })),
  );
  return (
    <div className="mt-10 grid gap-8 lg:grid-cols-3">
      {rules.map((rule) => (
        <section key={rule}>
          <h2 className="font-medium">{t(`pricing:rules.${rule}`)}</h2>
          <p className="mt-1.5 text-sm text-ink-soft text-pretty">
            {t(`pricing:rules.${rule}Text`, { options })}
          </p>
        </section>
      ))}
    </div>
  );
}

/** Says to users who have come from a form for paid accounts why they are here, with the prompt they have written. */
function ProNote({ chosen, search }: { chosen: PricedKind; search: PricingSearch }) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const path = findFormPath(search.redirect);
  const first = useFirstResult(path);
  if (!kindMenu.some((page) => page.isPro && page.path === path)) return null;
  return (
    <section className="mt-5 max-w-2xl overflow-hidden rounded-lg bg-surface outline outline-line">
      {first ? <MistedPrompt prompt={first.prompt} /> : null}
      <p className="px-5 py-3.5 font-medium">
        {t('pricing:proNeeds', { kind: t(`kinds:kinds.${chosen.id}.title`) })}
      </p>
    </section>
  );
}

/** Any lock of the account, and any debt that the next purchase pays first. */
function AccountNotes({ info }: { info: NonNullable<Account['info']> }) {
  const { t } = useTranslation('pricing');
  // The key has the account's revision, so that it is read again after a payment.
  const { data } = useQuery({
    queryKey: ['credit-summary', info.user.id, info.credits.revision],
    queryFn: ({ signal }) => fetchCreditSummary(signal),
    placeholderData: (known) => known,
  });
  const owed = data?.owed ?? 0;
  return (
    <>
      <LockNotice className="mt-4 max-w-2xl" />
      {owed > 0 ? (
        <p role="note" className="mt-3 max-w-2xl rounded-md bg-warn-soft px-4 py-3 text-sm text-warn-text">
          {t('owed', { count: owed })}
        </p>
      ) : null}
    </>
  );
}

/**
 * The kind that the user came to buy credits for: the one in the address, or that of the form that led here, however many
 * pages ago. Undefined for users who have not seen a form.
 */
function useChosenKind(search: PricingSearch): PricedKind | undefined {
  const [last] = useState(lastKind.get);
  const named = search.kind ?? findKindAt(search.redirect ?? '') ?? last;
  return pricedKinds.find(({ id }) => id === named);
}
