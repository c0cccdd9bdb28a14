import type { KindEnds } from '@atelier/contract';
import { useTranslation } from 'react-i18next';

type Tenths = NonNullable<KindEnds['tenths']>;

/** The shares that ended within what a tenth, two tenths, ... nine tenths were promised to. */
export function keptShares(tenths: Tenths): number[] {
  const total = tenths.reduce((sum, count) => sum + count, 0);
  let ended = 0;
  return tenths.slice(0, -1).map((count) => {
    ended += count;
    return ended / total;
  });
}

export function sumOfTenths(all: readonly (Tenths | null)[]): Tenths | null {
  const known = all.filter((tenths) => tenths !== null);
  if (known.length === 0) return null;
  return Array.from({ length: 10 }, (_, at) => known.reduce((sum, tenths) => sum + (tenths[at] ?? 0), 0));
}

/** The deciles with words of their own. */
const named = new Map([
  [0.5, 'about'],
  [0.9, 'most'],
] as const);

/** Promised chances of ending in time against the actual shares: as a curve, and the same as a table. */
export function PromiseCurve({ tenths, of }: { tenths: Tenths; of: string }) {
  const { t, i18n } = useTranslation('status');
  const percent = (share: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  const kept = keptShares(tenths);
  const points = kept.map((share, index) => ({ promised: (index + 1) / 10, share }));
  const count = tenths.reduce((sum, ended) => sum + ended, 0);
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
      <figure className="w-56 max-w-full">
        <div className="flex gap-1.5">
          <span
            aria-hidden="true"
            className="rotate-180 text-center text-xs text-ink-faint [writing-mode:vertical-rl]"
          >
            {t('curve.kept')}
          </span>
          <Curve points={points} label={t('curve.label', { of })} />
        </div>
        <figcaption className="mt-1 pl-6 text-center text-xs text-ink-faint">
          {t('curve.promised')}
        </figcaption>
      </figure>
      <table className="text-sm tabular-nums">
        <caption className="pb-1 text-left text-ink-soft">{t('curve.count', { count })}</caption>
        <thead className="text-left text-ink-faint">
          <tr>
            <th scope="col" className="pr-6 font-normal">
              {t('curve.promised')}
            </th>
            <th scope="col" className="font-normal">
              {t('curve.kept')}
            </th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ promised, share }) => {
            const name = named.get(promised as 0.5 | 0.9);
            return (
              <tr key={promised} className={name ? 'font-medium' : undefined}>
                <th scope="row" className="pr-6 text-left font-[inherit]">
                  {name ? t(`curve.${name}`, { share: percent(promised) }) : percent(promised)}
                </th>
                <td>{percent(share)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

type Point = { promised: number; share: number };

/** Size of the drawing: a square with room for the points at its edges. */
const [side, margin] = [100, 3];

/** Draws the curve: on the dashed line as many ended in time as was promised, above it more. */
function Curve({ points, label }: { points: readonly Point[]; label: string }) {
  const x = (promised: number) => side * promised;
  const y = (share: number) => side * (1 - share);
  const ends = [{ promised: 0, share: 0 }, ...points, { promised: 1, share: 1 }];
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-margin} ${-margin} ${side + 2 * margin} ${side + 2 * margin}`}
      className="w-full"
    >
      <rect width={side} height={side} fill="none" stroke="var(--color-line)" />
      <line y1={side} x2={side} stroke="var(--color-line-strong)" strokeDasharray="3 3" />
      <polyline
        points={ends.map(({ promised, share }) => `${x(promised)},${y(share)}`).join(' ')}
        fill="none"
        stroke="var(--color-accent-text)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {points.map(({ promised, share }) => (
        <circle key={promised} cx={x(promised)} cy={y(share)} r={1.8} fill="var(--color-accent-text)" />
      ))}
    </svg>
  );
}
