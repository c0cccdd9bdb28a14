import { type PackId, packIds } from '@atelier/catalog';
import type { PricingReply } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoney } from '#lib/format.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { menuMedia } from '#product/media-facts.build.ts';
import { useCheckout } from '#product/use-checkout.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { firstKindId, type PriceTable, priceTables } from './price-tables.build.ts';
import type { PricingSearch } from './pricing-search.ts';

type PackListProps = { pricing: PricingReply; search: PricingSearch; chosen: PriceTable | undefined };

/** The packs side by side. Signed-out users sign in first and return to the pack they chose, marked. */
export function PackList({ pricing, search, chosen }: PackListProps) {
  const { t } = useTranslation('pricing');
  const account = useAccount();
  const { redirect } = search;
  const { buy, leavingWith } = useCheckout(redirect ?? '/');

  const choose = (pack: PackId) => {
    if (account.status !== 'anonymous') return buy(pack);
    const query = new URLSearchParams({
      pack,
      ...(redirect && { redirect }),
      ...(chosen && { kind: chosen.id }),
    });
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
              findUnit={dearest ?? pack}
              kinds={pricing.kinds}
              chosen={chosen}
              isMarked={search.pack === pack.id}
              isLeaving={leavingWith === pack.id}
              onBuy={id && pricing.checkout !== 'none' ? () => choose(id) : undefined}
            />
          );
        })}
      </ul>
      <p className={classNames('mt-4 text-sm text-ink-faint', import.meta.env.SSR && 'invisible')}>
        {t(`packs.checkout.${pricing.checkout}`)}
      </p>
    </section>
  );
}

type PackCardProps = {
  pack: PricedPack;
  /** The pack that the saving is compared with. */
  findUnit: PricedPack;
  kinds: PricingReply['kinds'];
  chosen: PriceTable | undefined;
  isMarked: boolean;
  isLeaving: boolean;
  /** Buys the pack; undefined when nothing can be bought. */
  onBuy: (() => void) | undefined;
};

function PackCard({ pack, findUnit, kinds, chosen, isMarked, isLeaving, onBuy }: PackCardProps) {
  const { t, i18n } = useTranslation('pricing');
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMarked) buttonRef.current?.focus();
  }, [isMarked]);

  const credits = formatCredits(pack.credits, i18n.language);
  const price = formatMoney(pack.amount_minor, pack.currency, i18n.language);
  const saving = 1 - pack.amount_minor / pack.credits / (findUnit.amount_minor / findUnit.credits);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(saving);
  return (
    <li
      className={classNames(
        'flex flex-col rounded-lg bg-surface p-5',
        isMarked ? 'outline-2 outline-accent-text' : 'outline outline-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl font-semibold tabular-nums">
          {t('packs.credits', { count: pack.credits, credits })}
        </h3>
        {saving > 0 ? <Badge tone="ok">{t('packs.saves', { percent })}</Badge> : null}
      </div>
      <p className="mt-1 text-ink-soft tabular-nums">{price}</p>
      <PackContents pack={pack} kinds={kinds} chosen={chosen} />
      {onBuy ? (
        <Button
          ref={buttonRef}
          variant="primary"
          className="mt-5 w-full"
          aria-disabled={isLeaving}
          aria-busy={isLeaving}
          onClick={onBuy}
        >
          {isLeaving ? t('packs.opening') : t('packs.buy', { credits, price })}
        </Button>
      ) : null}
    </li>
  );
}

type PricedPack = PricingReply['packs'][number];

type PackContentsProps = Pick<PackCardProps, 'pack' | 'kinds' | 'chosen'>;

/**
 * Numbers of generations that a pack is enough for with default settings: of the kind that the user came from, and of
 * the first kind in the menu of each other medium.
 */
function PackContents({ pack, kinds, chosen }: PackContentsProps) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const formatLabel = useValueLabel();
  const chosenKind = useKindOnceLoaded(chosen?.id ?? firstKindId);
  const shown = menuMedia
    .map((medium) =>
      chosen?.medium === medium ? chosen : priceTables.find((table) => table.medium === medium),
    )
    .sort((a, b) => Number(b === chosen) - Number(a === chosen))
    .flatMap((kind) => pack.buys.find((buys) => buys.kind === kind?.id) ?? []);
  const describeKind = (kindId: string) => {
    // Until its words are there, the kind that the user came from is named alone.
    const isNamedAlone = kindId === chosen?.id && !chosenKind;
    const settings = (!isNamedAlone && kinds.find(({ id }) => id === kindId)?.usual.settings) || {};
    const units = priceTables.find(({ id }) => id === kindId)?.units;
    const options = Object.entries(settings)
      // The number of images is part of the count itself.
      .filter(([field]) => field !== 'num_images')
      .map(([field, value]) => formatLabel({ field, value, unit: units?.[field] }));
    return [t(`kinds:kinds.${kindId}.title`), ...options].join(' · ');
  };
  return (
    <div className="mt-4 flex-1">
      <p className="text-sm text-ink-faint">{t('pricing:packs.enoughFor')}</p>
      <ul className="mt-1.5 grid gap-1.5 text-sm">
        {shown.map(({ kind, medium, usual_count }) => (
          <li key={kind} className="text-ink-soft">
            <span className="font-medium text-ink tabular-nums">
              {usual_count === 0
                ? t('pricing:packs.tooSmall')
                : t('pricing:packs.about', {
                    results: t(`pricing:results.${medium}`, { count: usual_count }),
                  })}
            </span>{' '}
            <span className="text-xs text-ink-faint">
              {t(usual_count === 0 ? 'pricing:packs.for' : 'pricing:packs.of', { kind: describeKind(kind) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
