import type { SpendingReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { niceMaximum } from '#lib/nice-maximum.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { spendingQuery } from './wallet-data.ts';

type Day = SpendingReply['data'][number];

/** Credits charged and refunded on each of the last 30 days, as bars and as a table. */
export function SpendChart() {
  const { t } = useTranslation('wallet');
  const spending = useQueryWithPrevious(spendingQuery());
  return (
    <section aria-labelledby="spend-title" className="min-w-0 rounded-lg bg-surface p-5 outline outline-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id="spend-title" className="text-lg font-semibold">
          {t('chart.title')}
        </h2>
        <p aria-hidden="true" className="flex gap-4 text-xs text-ink-soft">
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-full bg-accent-text" />
            {t('chart.charged')}
          </span>
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-full border border-accent-text" />
            {t('chart.returned')}
          </span>
        </p>
      </div>
      <QueryBoundary query={spending} skeleton={<Skeleton className="mt-3 h-64" />}>
        {({ data }) => <DayBars days={data} />}
      </QueryBoundary>
    </section>
  );
}

/** Measures of the drawing, which is stretched to its box. */
const [barWidth, barGap, height] = [7, 3, 100];

function DayBars({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('wallet');
  const [pointedAt, setPointedAt] = useState<number>();
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const readDay = (day: string, options: Intl.DateTimeFormatOptions) =>
    formatDay(day, i18n.language, options);
  const charged = sumCounts(days, 'charged');
  const returned = sumCounts(days, 'returned');
  const most = niceMaximum(Math.max(...days.map((day) => day.charged + day.returned)));
  const pointed = pointedAt === undefined ? undefined : days[pointedAt];
  const sentence = (day: Pick<Day, 'charged' | 'returned'>) =>
    [
      t('chart.chargedCredits', { credits: format(day.charged) }),
      ...(day.returned > 0 ? [t('chart.returnedCredits', { credits: format(day.returned) })] : []),
    ].join(' · ');
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointedAt(
      Math.min(days.length - 1, Math.max(0, Math.floor(((clientX - left) / width) * days.length))),
    );
  };
  if (charged + returned === 0) return <p className="mt-3 text-sm text-ink-faint">{t('chart.nothing')}</p>;
  const dearest = days.reduce((found, day) => (day.charged > found.charged ? day : found));
  const label = t('chart.label', {
    sums: sentence({ charged, returned }),
    most: format(dearest.charged),
    day: readDay(dearest.day, { dateStyle: 'medium' }),
  });
  return (
    <>
      <p className="mt-1 text-sm text-ink-faint tabular-nums">
        <span className="font-medium text-ink-soft">
          {pointed
            ? readDay(pointed.day, { weekday: 'short', day: 'numeric', month: 'short' })
            : t('chart.range')}
        </span>{' '}
        · {sentence(pointed ?? { charged, returned })}
      </p>
      <div className="mt-4 flex gap-2 text-xs text-ink-faint tabular-nums">
        <div aria-hidden="true" className="flex h-36 flex-col justify-between text-right">
          {[most, most / 2, 0].map((credits) => (
            <span key={credits}>{shortNumber(credits, i18n.language)}</span>
          ))}
        </div>
        <div className="min-w-0 flex-1 pt-2">
          <div
            className="relative h-32"
            onPointerMove={point}
            onPointerDown={point}
            onPointerLeave={() => setPointedAt(undefined)}
          >
            <Bars label={label} days={days} most={most} pointedAt={pointedAt} />
          </div>
          <div aria-hidden="true" className="mt-2 flex justify-between">
            {[0, 7, 14, 21].map((index) => (
              <span key={index} className={index % 14 === 0 ? undefined : 'hidden sm:inline'}>
                {readDay(days[index]?.day ?? '', { day: 'numeric', month: 'short' })}
              </span>
            ))}
            <span>{t('chart.today')}</span>
          </div>
        </div>
      </div>
      <DayTable days={days} />
    </>
  );
}

/** The same as a table, newest first; each day leads to its part of the ledger. */
function DayTable({ days }: { days: readonly Day[] }) {
  const { t, i18n } = useTranslation('wallet');
  const format = (credits: number) => formatCredits(credits, i18n.language);
  return (
    <div className="mt-2">
      <Collapsible title={t('chart.table')}>
        <table className="w-full text-left text-sm tabular-nums">
          <caption className="sr-only">{t('chart.title')}</caption>
          <thead className="text-ink-faint">
            <tr>
              <th scope="col" className="py-1.5 font-normal">
                {t('chart.day')}
              </th>
              {(['charged', 'returned', 'generations'] as const).map((column) => (
                <th key={column} scope="col" className="py-1.5 pl-3 text-right font-normal">
                  {t(`chart.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days
              .filter((day) => day.charged + day.returned > 0)
              .toReversed()
              .map((day) => (
                <tr key={day.day} className="border-t border-line">
                  <th scope="row" className="py-1.5 font-normal">
                    <Link
                      to="/credits"
                      search={{ from: day.day, to: day.day }}
                      resetScroll={false}
                      className="rounded-sm underline decoration-line-strong underline-offset-4"
                    >
                      {formatDay(day.day, i18n.language, { dateStyle: 'medium' })}
                    </Link>
                  </th>
                  <td className="py-1.5 pl-3 text-right">{format(day.charged)}</td>
                  <td className="py-1.5 pl-3 text-right">{format(day.returned)}</td>
                  <td className="py-1.5 pl-3 text-right">{format(day.generations)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </Collapsible>
    </div>
  );
}

type BarsProps = { label: string; days: readonly Day[]; most: number; pointedAt: number | undefined };

/** Charges are solid; what came back lies hollow on top of them. */
function Bars({ label, days, most, pointedAt }: BarsProps) {
  const step = barWidth + barGap;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${days.length * step} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {[0, height / 2, height].map((y) => (
        <line
          key={y}
          x2={days.length * step}
          y1={y}
          y2={y}
          vectorEffect="non-scaling-stroke"
          stroke="var(--color-line)"
        />
      ))}
      {days.map((day, index) => {
        const solid = (day.charged / most) * height;
        const hollow = (day.returned / most) * height;
        const x = index * step + barGap / 2;
        return (
          <g
            key={day.day}
            className={pointedAt === undefined || pointedAt === index ? undefined : 'opacity-40'}
          >
            <rect x={x} y={height - solid} width={barWidth} height={solid} fill="var(--color-accent-text)" />
            {hollow > 0 ? (
              <rect
                x={x}
                y={height - solid - hollow}
                width={barWidth}
                height={hollow}
                vectorEffect="non-scaling-stroke"
                strokeDasharray="3 3"
                fill="var(--color-accent-soft)"
                stroke="var(--color-accent-text)"
              />
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

const sumCounts = (days: readonly Day[], key: 'charged' | 'returned') =>
  days.reduce((sum, day) => sum + day[key], 0);

/** The days are already those of the user's time zone. */
function formatDay(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(day));
}

/** 2500 → "2.5K", as it is written in the language. */
function shortNumber(credits: number, language: string): string {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 }).format(credits);
}
