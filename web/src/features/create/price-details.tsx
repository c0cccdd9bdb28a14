import type { Price } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { usePricePartWords } from '#product/ledger/use-price-part-words.ts';
import { Popover } from '#ui/popover.tsx';

/** How the price comes about, part by part, on demand. */
export function PriceDetails({ price }: { price: Price }) {
  const { t, i18n } = useTranslation('create');
  const total = formatCredits(price.costCredits, i18n.language);
  const nameOf = usePricePartWords();
  return (
    <Popover
      side="above"
      className="w-64 p-4 text-sm"
      renderButton={(props) => (
        <button
          {...props}
          type="button"
          className="ml-auto min-h-6 rounded-sm underline decoration-dotted underline-offset-4 hover:text-ink"
        >
          {t('price.title')}
        </button>
      )}
    >
      {() => (
        <>
          <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-ink-soft tabular-nums">
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
      )}
    </Popover>
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
