import type { Price } from '@atelier/catalog';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { usePricePartLabel } from '#product/ledger/use-price-part-label.ts';
import { placePopover } from '#ui/popover.tsx';

/** How a price adds up. */
export function PriceParts({ price }: { price: Price }) {
  const { t, i18n } = useTranslation('create');
  const ref = useRef<HTMLDListElement>(null);
  const total = formatCredits(price.costCredits, i18n.language);
  const nameOf = usePricePartLabel();
  // The panel was placed before its height was known.
  useLayoutEffect(() => {
    const panel = ref.current?.closest<HTMLElement>('[popover]');
    const button = panel?.previousElementSibling;
    if (panel && button instanceof HTMLElement) placePopover(panel, button, { side: 'above' });
  }, []);
  return (
    <>
      <dl ref={ref} className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-ink-soft tabular-nums">
        {price.parts.map((part) => (
          <PartLine
            key={part.code}
            name={nameOf(part)}
            amount={
              'baseCredits' in part
                ? formatCredits(part.baseCredits, i18n.language)
                : `× ${part.factorPercent / 100}`
            }
          />
        ))}
        <dt className="border-t border-line pt-1.5 font-medium text-ink">{t('price.total')}</dt>
        <dd className="border-t border-line pt-1.5 text-right font-medium text-ink">{total}</dd>
      </dl>
      <p className="mt-3 text-xs text-ink-faint">{t('price.promise')}</p>
    </>
  );
}

function PartLine({ name, amount }: { name: string; amount: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="text-right">{amount}</dd>
    </>
  );
}
