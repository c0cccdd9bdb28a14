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
import { loadKindNotes } from '#product/kinds/kind-notes.ts';
import { loadKind } from '#product/kinds/kinds.ts';
import { menuMedia } from '#product/media-facts.build.ts';
import { findKindAt } from '#product/navigation/find-kind-at.ts';
import { kindMenu } from '#product/navigation/kind-menu.build.ts';
import { usePageTitle } from '#product/page-title.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { PackList } from './pack-list.tsx';
import { firstKindId, type PriceTable, paidOnly, priceTables } from './price-tables.build.ts';
import { pricingQuery } from './pricing-data.ts';
import type { PricingSearch } from './pricing-search.ts';

const MediumPrices = lazyPrerendered(async () => {
  const [{ MediumPrices }] = await Promise.all([import('./kind-prices.tsx'), loadKindNotes()]);
  return MediumPrices;
});
const Calculator = lazyPrerendered(async () => {
  const [{ Calculator }] = await Promise.all([import('./calculator.tsx'), loadKind(firstKindId)]);
  return Calculator;
});
const rules = ['credits', 'refund', 'paid'] as const;

/** `/pricing`: the packs and what they are enough for, the price of each kind, and when nothing is charged. */
export function PricingPage({ search }: { search: PricingSearch }) {
  const { t, i18n } = useTranslation(['pricing', 'kinds']);
  usePageTitle(t('pageTitle'), t('body'));
  const account = useAccount();
  const pricing = useQuery(pricingQuery);
  const chosen = useChosenKind(search);
  const formatLabel = useValueLabel();
  const options = new Intl.ListFormat(i18n.language).format(
    paidOnly.map(({ field, value }) => formatLabel({ field, value })),
  );
  return (
    <div className="mx-auto w-full max-w-5xl px-5 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('body')}</p>
      {account.info ? (
        <AccountNotes info={account.info} />
      ) : (
        <p className="mt-3 min-h-6 text-ink-soft">{account.status === 'anonymous' ? t('anonymous') : null}</p>
      )}
      {chosen && account.info?.has_ever_paid === false ? <ProNote chosen={chosen} search={search} /> : null}
      {pricing.data ? <PackList pricing={pricing.data} search={search} chosen={chosen} /> : null}
      {pricing.error && !pricing.data ? (
        <ErrorState
          title={t('packs.failed')}
          retryLabel={t('packs.retry')}
          onRetry={() => void pricing.refetch()}
        />
      ) : null}
      <div className="mt-10 grid gap-8 lg:grid-cols-3">
        {rules.map((rule) => (
          <section key={rule}>
            <h2 className="font-medium">{t(`rules.${rule}`)}</h2>
            <p className="mt-1.5 text-sm text-ink-soft text-pretty">{t(`rules.${rule}Text`, { options })}</p>
          </section>
        ))}
      </div>
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
      <section aria-labelledby="prices" className="mt-14">
        <h2 id="prices" className="text-xl font-semibold">
          {t('prices.title')}
        </h2>
        <div className="mt-3 min-h-160">
          <Suspense fallback={null}>
            {menuMedia.map((medium) => (
              <MediumPrices
                key={medium}
                medium={medium}
                tables={priceTables.filter((table) => table.medium === medium)}
                isOpen={medium === (chosen?.medium ?? menuMedia[0])}
              />
            ))}
          </Suspense>
        </div>
      </section>
    </div>
  );
}

/** Says to users who have come from a form for paid accounts why they are here, with the prompt they have written. */
function ProNote({ chosen, search }: { chosen: PriceTable; search: PricingSearch }) {
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

/** The user's balance, and any debt that the next purchase pays first. */
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
      <p className="mt-3 text-ink-soft tabular-nums">{t('balance', { count: info.credits.left_credits })}</p>
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
function useChosenKind(search: PricingSearch): PriceTable | undefined {
  const [last] = useState(lastKind.get);
  const named = search.kind ?? findKindAt(search.redirect ?? '') ?? last;
  return priceTables.find(({ id }) => id === named);
}
