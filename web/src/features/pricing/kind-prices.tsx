import { type Medium, packFor } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import Lock from 'lucide-react/icons/lock';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { useKindNotes } from '#product/kinds/kind-notes.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { buttonVariants } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import type { PriceTable } from './price-tables.build.ts';

/** The amount of credits that the right-hand column is for. */
const exampleCredits = 1000;

/** Credits of the smallest pack that covers the cost. */
const packCredits = (costCredits: number) => packFor(costCredits)?.credits ?? costCredits;

type MediumPricesProps = { medium: Medium; tables: readonly PriceTable[]; isOpen: boolean };

/** The price tables of a medium, folded but for the user's own; the heading has the lowest price. */
export function MediumPrices({ medium, tables, isOpen }: MediumPricesProps) {
  const { t } = useTranslation('pricing');
  const lowest = Math.min(...tables.map(({ lowestCredits }) => lowestCredits));
  return (
    <div className="border-t border-line py-1">
      <Collapsible
        opensWhen={isOpen}
        title={
          <>
            <span className="text-base text-ink">{t(`media.${medium}`)}</span>
            <span className="ml-auto font-normal text-ink-faint tabular-nums">
              {t('prices.from', { count: lowest })}
            </span>
          </>
        }
      >
        <div className="grid items-start gap-8 pb-4 md:grid-cols-2">
          {tables.map((table) => (
            <KindPrices key={table.id} table={table} />
          ))}
        </div>
      </Collapsible>
    </div>
  );
}

/**
 * The price table of a kind: one row for each option that changes the price. Not a landmark: the menu has a landmark
 * of the same name for a group, and the names of landmarks must differ.
 */
function KindPrices({ table: { id, medium, path, rows, units } }: { table: PriceTable }) {
  const { t, i18n } = useTranslation(['pricing', 'kinds']);
  const formatLabel = useValueLabel();
  const own = useKindNotes()[id]?.options;
  const title = t(`kinds:kinds.${id}.title`);
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-medium">{title}</h3>
        <Link {...pageTarget(path)} className={buttonVariants('secondary', 'sm')}>
          {t('prices.open')}
        </Link>
      </div>
      <table className="mt-2 w-full text-left text-sm tabular-nums">
        <caption className="sr-only">{t('prices.tableCaption', { kind: title })}</caption>
        <thead className="text-ink-faint">
          <tr>
            <th scope="col" className="py-2 font-normal">
              {t('prices.setting')}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t('prices.price')}
            </th>
            <th scope="col" className="py-2 text-right font-normal">
              {t('prices.forExample')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field = '', option, costCredits }) => (
            <tr key={String(option?.value)} className="border-t border-line">
              <th scope="row" className="py-2 font-medium">
                <span className="mr-2">
                  {option
                    ? formatLabel({ field, value: option.value, unit: units[field], own })
                    : t('prices.everySetting')}
                </span>
                {option?.isPaidOnly ? (
                  <span className="inline-flex items-center gap-1 text-xs font-normal whitespace-nowrap text-ink-faint">
                    <Lock size={12} aria-hidden="true" />
                    {t('prices.paidOnly')}
                  </span>
                ) : null}
              </th>
              <td className="py-2 pl-3 text-right">{t('credits', { count: costCredits })}</td>
              <td className="py-2 pl-3 text-right text-ink-soft">
                {costCredits > exampleCredits
                  ? t('prices.needs', { credits: formatCredits(packCredits(costCredits), i18n.language) })
                  : t(`results.${medium}`, { count: Math.floor(exampleCredits / costCredits) })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
