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
import { useMoney } from './price-words.ts';
import { firstKindId, type PricedKind, pricedKinds } from './priced-kinds.build.ts';
import type { PricingSearch } from './pricing-search.ts';

type PackListProps = { pricing: PricingReply; search: PricingSearch; chosen: PricedKind | undefined };

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
  const marked = search.pack ?? pricing.packs[Math.floor(pricing.packs.length / 2)]?.id;
  return (
    <section aria-labelledby="packs" className="mt-5">
      <h2 id="packs" className="sr-only">
        {t('packs.title')}
      </h2>
      <ul className="grid gap-3 lg:grid-cols-3">
        {pricing.packs.map((pack) => {
          const id = packIds.find((known) => known === pack.id);
          return (
            <PackCard
              key={pack.id}
              pack={pack}
              findUnit={dearest ?? pack}
              kinds={pricing.kinds}
              chosen={chosen}
              isMarked={marked === pack.id}
              hasFocus={search.pack === pack.id}
              isLeaving={leavingWith === pack.id}
              onBuy={id && pricing.checkout !== 'none' ? () => choose(id) : undefined}
            />
          );
        })}
      </ul>
      <p className={classNames('mt-3 text-xs text-ink-faint', import.meta.env.SSR && 'invisible')}>
        {t(`packs.checkout.${pricing.checkout}`)}
      </p>
    </section>
  );
}

type PricedPack = PricingReply['packs'][number];

type PackCardProps = {
  pack: PricedPack;
  /** The pack that the saving is compared with. */
  findUnit: PricedPack;
  kinds: PricingReply['kinds'];
  chosen: PricedKind | undefined;
  isMarked: boolean;
  /** Whether the user chose it before they signed in. */
  hasFocus: boolean;
  isLeaving: boolean;
  /** Buys the pack; undefined when nothing can be bought. */
  onBuy: (() => void) | undefined;
};

function PackCard({ pack, findUnit, isMarked, hasFocus, isLeaving, onBuy, ...contents }: PackCardProps) {
  const { t, i18n } = useTranslation('pricing');
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) buttonRef.current?.focus();
  }, [hasFocus]);

  const credits = formatCredits(pack.credits, i18n.language);
  const saving = 1 - pack.amount_minor / pack.credits / (findUnit.amount_minor / findUnit.credits);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(saving);
  return (
    <li
      className={classNames(
        'flex items-center justify-between gap-3 rounded-lg bg-surface px-4 py-3 lg:block',
        isMarked ? 'outline-2 outline-accent-text' : 'outline outline-line',
      )}
    >
      <div className="min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-2">
          <h3 className="text-lg font-semibold tabular-nums">
            {t('packs.credits', { count: pack.credits, credits })}
          </h3>
          {saving > 0 ? <Badge tone="ok">{t('packs.saves', { percent })}</Badge> : null}
        </div>
        <PackContents pack={pack} {...contents} />
      </div>
      <div className="mt-2 flex shrink-0 items-center justify-between gap-3">
        <UnitPrice pack={pack} />
        {onBuy ? (
          <Button
            ref={buttonRef}
            variant={isMarked ? 'primary' : 'secondary'}
            className="pointer-coarse:min-h-11"
            aria-disabled={isLeaving}
            aria-busy={isLeaving}
            onClick={onBuy}
          >
            <BuyLabel pack={pack} isLeaving={isLeaving} />
          </Button>
        ) : null}
      </div>
    </li>
  );
}

/** The number of credits stands above the button; its name repeats it. */
function BuyLabel({ pack, isLeaving }: Pick<PackCardProps, 'pack' | 'isLeaving'>) {
  const { t, i18n } = useTranslation('pricing');
  if (isLeaving) return t('packs.opening');
  const price = formatMoney(pack.amount_minor, pack.currency, i18n.language);
  const gap = '|';
  const [before, after] = t('packs.buy', { price, what: gap }).split(gap);
  const what = t('packs.what', { credits: formatCredits(pack.credits, i18n.language) });
  return (
    <span>
      {before}
      <span className="sr-only">{what}</span>
      {after}
    </span>
  );
}

function UnitPrice({ pack }: Pick<PackCardProps, 'pack'>) {
  const { t } = useTranslation('pricing');
  const formatAmount = useMoney({
    amountMinor: pack.amount_minor,
    credits: pack.credits,
    currency: pack.currency,
  });
  return (
    <span className="text-xs text-ink-faint tabular-nums max-lg:hidden">
      {t('packs.unit', { money: formatAmount(1) })}
    </span>
  );
}

type PackContentsProps = Pick<PackCardProps, 'pack' | 'kinds' | 'chosen'>;

/** Media that a card names. */
const maxNamed = 2;

/**
 * Numbers of generations that a pack is enough for with default settings: of the kind that the user came from, and of
 * the first kind in the menu of another medium.
 */
function PackContents({ pack, kinds, chosen }: PackContentsProps) {
  const { t } = useTranslation(['pricing', 'kinds']);
  const formatValue = useValueLabel();
  const chosenKind = useKindOnceLoaded(chosen?.id ?? firstKindId);
  const shown = menuMedia
    .map((medium) =>
      chosen?.medium === medium ? chosen : pricedKinds.find((kind) => kind.medium === medium),
    )
    .sort((a, b) => Number(b === chosen) - Number(a === chosen))
    .flatMap((kind) => pack.buys.find((buys) => buys.kind === kind?.id) ?? [])
    .slice(0, maxNamed);
  const describeKind = (kindId: string) => {
    // The kind that the user came from is named without settings until its words are there.
    const isNamedAlone = kindId === chosen?.id && !chosenKind;
    const settings = (!isNamedAlone && kinds.find(({ id }) => id === kindId)?.usual.settings) || {};
    const units = pricedKinds.find(({ id }) => id === kindId)?.units;
    const options = Object.entries(settings)
      // The number of images is part of the count itself.
      .filter(([field]) => field !== 'num_images')
      .map(([field, value]) => formatValue({ field, value, unit: units?.[field] }));
    return [t(`kinds:kinds.${kindId}.title`), ...options].join(' · ');
  };
  const [first, ...others] = shown.map(({ kind: id, medium, usual_count }) => {
    const kind = describeKind(id);
    return usual_count === 0
      ? t('pricing:packs.tooSmall', { kind })
      : t('pricing:packs.makes', { kind, results: t(`pricing:results.${medium}`, { count: usual_count }) });
  });
  return (
    <p className="mt-1 text-sm text-ink-soft tabular-nums">
      {first}
      {others.map((makes) => (
        <span key={makes} className="max-sm:hidden">
          {' '}
          {t('pricing:packs.or', { makes })}
        </span>
      ))}
    </p>
  );
}
