import { type Price, packFor, packs } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { formatMoney } from '#lib/format/format-money.ts';

type CalculatorResultProps = { price: Price; times: number };

/** The sum in credits, how it comes about, and in packs. */
export function CalculatorResult({ price, times }: CalculatorResultProps) {
  const { t, i18n } = useTranslation('pricing');
  const total = price.costCredits * times;
  const say = (credits: number) => formatCredits(credits, i18n.language);
  const covering = packFor(total);
  return (
    <div className="rounded-lg bg-surface p-5 ring-1 ring-line">
      <output className="block">
        <span className="block text-2xl font-semibold tabular-nums">
          {t('packs.credits', { count: total, credits: say(total) })}
        </span>
        <span className="mt-1 block text-sm text-ink-soft tabular-nums">
          {t('calculator.sum', { count: price.costCredits, credits: say(price.costCredits), times })}
        </span>
      </output>
      <table className="mt-5 w-full text-left text-sm tabular-nums">
        <caption className="pb-2 text-left text-ink-faint">{t('calculator.inPacks')}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('calculator.pack')}</th>
            <th scope="col">{t('calculator.enough')}</th>
          </tr>
        </thead>
        <tbody>
          {packs.map((pack) => (
            <tr key={pack.id} className="border-t border-line">
              <th scope="row" className="py-2 font-medium">
                {t('calculator.packOf', {
                  credits: say(pack.credits),
                  price: formatMoney(pack.amountMinor, pack.currency, i18n.language),
                })}
              </th>
              <td className="py-2 pl-3 text-right">
                {t('calculator.enoughFor', { count: Math.floor(pack.credits / price.costCredits) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {covering && covering.credits >= total ? (
        <p className="mt-3 text-sm text-ink-soft">
          {t('calculator.covers', { credits: say(covering.credits) })}
        </p>
      ) : (
        <p className="mt-3 text-sm text-ink-soft">{t('calculator.noneCovers')}</p>
      )}
    </div>
  );
}
