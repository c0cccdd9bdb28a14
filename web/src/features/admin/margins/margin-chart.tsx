import type { MarginGroupReply } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { niceMaximum } from '#lib/nice-maximum.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { formatUsd, MarginTable } from './margin-tables.tsx';

/** Measures of the drawing, which is stretched to its box. */
const [barWidth, barGap, height] = [3, 3, 100];
const step = 2 * barWidth + barGap;

/** Earnings and costs of each day (UTC) side by side, as bars and as a table. */
export function DayChart({ days }: { days: readonly MarginGroupReply[] }) {
  const { t, i18n } = useTranslation('margins');
  const usd = (microUsd: number) => formatUsd(microUsd, i18n.language);
  const most = niceMaximum(Math.max(1, ...days.flatMap((day) => [day.earned_micro_usd, day.cost_micro_usd])));
  const [first, last] = [days[0]?.name, days.at(-1)?.name];
  const losses = days.filter((day) => day.cost_micro_usd > day.earned_micro_usd).length;
  return (
    <section aria-labelledby="days-title" className="mt-8 rounded-lg bg-surface p-5 outline outline-line">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id="days-title" className="font-semibold">
          {t('days.title')}
        </h3>
        <p aria-hidden="true" className="flex gap-4 text-xs text-ink-soft">
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-full bg-accent-text" />
            {t('earned')}
          </span>
          <span className="flex items-center gap-1.5">
            <span className="size-2 rounded-full border border-accent-text" />
            {t('cost')}
          </span>
        </p>
      </div>
      {days.length === 0 ? (
        <p className="mt-3 text-sm text-ink-faint">{t('nothing')}</p>
      ) : (
        <>
          <div className="mt-4 flex gap-2 text-xs text-ink-faint tabular-nums">
            <div aria-hidden="true" className="flex h-36 flex-col justify-between text-right">
              {[most, most / 2, 0].map((amount) => (
                <span key={amount}>{usd(amount)}</span>
              ))}
            </div>
            <div className="min-w-0 flex-1 pt-2">
              <div className="relative h-32">
                <Bars
                  days={days}
                  most={most}
                  label={t('days.label', {
                    count: days.length,
                    losses: losses.toLocaleString(i18n.language),
                  })}
                />
              </div>
              <div aria-hidden="true" className="mt-2 flex justify-between">
                <span>{formatDay(first ?? '', i18n.language)}</span>
                {last === first ? null : <span>{formatDay(last ?? '', i18n.language)}</span>}
              </div>
            </div>
          </div>
          <Collapsible title={t('days.table')}>
            <MarginTable
              caption={t('days.title')}
              heading={t('columns.day')}
              groups={days.toReversed()}
              formatName={(name) => formatDay(name ?? '', i18n.language)}
            />
          </Collapsible>
        </>
      )}
    </section>
  );
}

type BarsProps = { days: readonly MarginGroupReply[]; most: number; label: string };

/** Earnings are solid, costs hollow. */
function Bars({ days, most, label }: BarsProps) {
  const width = days.length * step;
  const scale = (microUsd: number) => (microUsd / most) * height;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full"
    >
      {[0, height / 2, height].map((y) => (
        <line key={y} x2={width} y1={y} y2={y} vectorEffect="non-scaling-stroke" stroke="var(--color-line)" />
      ))}
      {days.map((day, index) => {
        const x = index * step + barGap / 2;
        const [earned, cost] = [scale(day.earned_micro_usd), scale(day.cost_micro_usd)];
        return (
          <g key={day.name}>
            <rect
              x={x}
              y={height - earned}
              width={barWidth}
              height={earned}
              fill="var(--color-accent-text)"
            />
            <rect
              x={x + barWidth}
              y={height - cost}
              width={barWidth}
              height={cost}
              vectorEffect="non-scaling-stroke"
              strokeDasharray="3 3"
              fill="var(--color-accent-soft)"
              stroke="var(--color-accent-text)"
            />
          </g>
        );
      })}
    </svg>
  );
}
