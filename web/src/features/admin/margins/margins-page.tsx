import type { AdminMarginsReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoment } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { type MarginWindow, marginsQuery, marginWindows } from '../admin-data.ts';
import { AdminHeader } from '../admin-header.tsx';
import { CostFindings } from './cost-findings.tsx';
import { LossTables } from './loss-tables.tsx';
import { DayChart } from './margin-chart.tsx';
import { formatUsd, MarginTables } from './margin-tables.tsx';

export type MarginsSearch = { window?: Exclude<MarginWindow, 'week'> | undefined };

/** Reads the search params and drops invalid ones. */
export function readMarginsSearch({ window }: Readonly<Record<string, unknown>>): MarginsSearch {
  return { window: window === 'day' || window === 'month' ? window : undefined };
}

type MarginsPageProps = { search: MarginsSearch; onSearch: (search: MarginsSearch) => void };

/** `/admin/margins`: earnings, fal's charges for them, and what does not add up. */
export function MarginsPage({ search, onSearch }: MarginsPageProps) {
  const { t } = useTranslation('margins');
  const { window = 'week' } = search;
  const margins = useQueryWithPrevious(marginsQuery(window));
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <AdminHeader />
      <section aria-labelledby="margins-title" className="mt-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="margins-title" className="text-lg font-semibold">
            {t('title')}
          </h2>
          <fieldset className="flex gap-1">
            <legend className="sr-only">{t('window.label')}</legend>
            {marginWindows.map((each) => (
              <Button
                key={each}
                size="sm"
                variant={each === window ? 'secondary' : 'ghost'}
                aria-pressed={each === window}
                onClick={() => onSearch({ window: each === 'week' ? undefined : each })}
              >
                {t(`window.${each}`)}
              </Button>
            ))}
          </fieldset>
        </div>
        <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">{t('body')}</p>
        <QueryBoundary query={margins} skeleton={<Skeleton className="mt-6 h-96" />}>
          {(data) => (
            <>
              <Facts margins={data} />
              <CostFindings findings={data.findings} />
              <DayChart days={data.days} />
              <MarginTables margins={data} />
              <LossTables margins={data} window={window} />
            </>
          )}
        </QueryBoundary>
      </section>
    </div>
  );
}

function Facts({ margins: { total, balance } }: { margins: AdminMarginsReply }) {
  const { t, i18n } = useTranslation('margins');
  const usd = (microUsd: number) => formatUsd(microUsd, i18n.language);
  const ends = !balance
    ? t('balance.unknown')
    : balance.empty_at
      ? t('balance.ends', { moment: formatMoment(balance.empty_at, i18n.language) })
      : t('balance.unused');
  const facts = [
    [
      t('earned'),
      usd(total.earned_micro_usd),
      t('creditsKept', { credits: formatCredits(total.credits, i18n.language) }),
    ],
    [
      t('cost'),
      usd(total.cost_micro_usd),
      total.estimated_micro_usd > 0
        ? t('estimated', { amount: usd(total.estimated_micro_usd) })
        : t('billed'),
    ],
    [
      t('margin'),
      usd(total.earned_micro_usd - total.cost_micro_usd),
      t('generations', { count: total.generations }),
    ],
    [t('balance.title'), balance ? usd(balance.balance_micro_usd) : '–', ends],
  ] as const;
  return (
    <dl className="mt-4 grid gap-4 rounded-lg bg-surface p-5 outline outline-line sm:grid-cols-2 md:grid-cols-4">
      {facts.map(([name, amount, note]) => (
        <div key={name}>
          <dt className="text-sm text-ink-faint">{name}</dt>
          <dd className="text-xl font-semibold tabular-nums">{amount}</dd>
          <dd className="text-sm text-ink-soft text-pretty">{note}</dd>
        </div>
      ))}
    </dl>
  );
}
