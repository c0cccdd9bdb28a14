import { type PackId, packIds } from '@atelier/catalog';
import type { PricingReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/use-account.ts';
import { useCheckout } from '#product/account/use-checkout.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { PackCard } from './pack-card.tsx';
import type { PricingSearch } from './pricing-search.ts';

type PackListProps = { pricing: PricingReply; search: PricingSearch };

/** The packs side by side. Anonymous users sign in first and find the pack they chose marked. */
export function PackList({ pricing, search }: PackListProps) {
  const { t } = useTranslation('pricing');
  const account = useAccount();
  const { redirect } = search;
  const { buy, leavingWith } = useCheckout(redirect ?? '/');

  const choose = (pack: PackId) => {
    if (account.status !== 'anonymous') return buy(pack);
    const query = new URLSearchParams({ pack, ...(redirect && { redirect }) });
    openDialog({ name: 'sign-in', purpose: 'buy', returnPath: `/pricing?${query}` });
  };
  const dearest = pricing.packs[0];
  return (
    <section aria-labelledby="packs" className="mt-8">
      <h2 id="packs" className="sr-only">
        {t('packs.title')}
      </h2>
      <ul className="grid gap-4 lg:grid-cols-3">
        {pricing.packs.map((pack) => {
          const id = packIds.find((known) => known === pack.id);
          return (
            <PackCard
              key={pack.id}
              pack={pack}
              unitOf={dearest ?? pack}
              kinds={pricing.kinds}
              isMarked={search.pack === pack.id}
              isLeaving={leavingWith === pack.id}
              onBuy={id && pricing.checkout !== 'none' ? () => choose(id) : undefined}
            />
          );
        })}
      </ul>
      <p className="mt-4 text-sm text-ink-faint">{t(`packs.checkout.${pricing.checkout}`)}</p>
    </section>
  );
}
