import type { PricingReply } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatMoney } from '#lib/format/format-money.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { PackContents, type PricedPack } from './pack-contents.tsx';

type PackCardProps = {
  pack: PricedPack;
  /** The pack that the saving is told against. */
  unitOf: PricedPack;
  kinds: PricingReply['kinds'];
  isMarked: boolean;
  isLeaving: boolean;
  /** Absent where nothing can be bought. */
  onBuy: (() => void) | undefined;
};

export function PackCard({ pack, unitOf, kinds, isMarked, isLeaving, onBuy }: PackCardProps) {
  const { t, i18n } = useTranslation('pricing');
  const buttonRef = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMarked) buttonRef.current?.focus();
  }, [isMarked]);

  const credits = formatCredits(pack.credits, i18n.language);
  const price = formatMoney(pack.amount_minor, pack.currency, i18n.language);
  const saving = 1 - pack.amount_minor / pack.credits / (unitOf.amount_minor / unitOf.credits);
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(saving);
  return (
    <li
      className={classNames(
        'flex flex-col rounded-lg bg-surface p-5',
        isMarked ? 'ring-2 ring-accent-text' : 'ring-1 ring-line',
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl font-semibold tabular-nums">
          {t('packs.credits', { count: pack.credits, credits })}
        </h3>
        {saving > 0 ? <Badge tone="ok">{t('packs.saves', { percent })}</Badge> : null}
      </div>
      <p className="mt-1 text-ink-soft tabular-nums">{price}</p>
      <PackContents pack={pack} kinds={kinds} />
      {onBuy ? (
        <Button
          ref={buttonRef}
          look="primary"
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
