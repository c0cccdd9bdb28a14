import type { KindEnds, KindStatus } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatClock, formatSeconds } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { keptShares, PromiseCurve } from './promise-curve.tsx';
import { HeldSince } from './provider-banner.tsx';

export type StatusWindow = 'day' | 'week';

/** A row for each kind, and one line for those that have nothing to show. */
export function KindRows({ kinds, window }: { kinds: readonly KindStatus[]; window: StatusWindow }) {
  const { t, i18n } = useTranslation(['status', 'kinds']);
  const isQuiet = (kind: KindStatus) =>
    !kind.is_failing && !kind.held_since && kind.recent.failed === 0 && hasNoEnds(kind[window]);
  const quiet = kinds.filter(isQuiet).map(({ id }) => t(`kinds:kinds.${id}.title`));
  return (
    <ul className="mt-2 border-t border-line">
      {kinds
        .filter((kind) => !isQuiet(kind))
        .map((kind) => (
          <li key={kind.id} className="border-b border-line py-4">
            <KindRow kind={kind} ends={kind[window]} />
          </li>
        ))}
      {quiet.length > 0 ? (
        <li className="py-4 text-sm text-ink-faint">
          {t('state.quiet', { names: new Intl.ListFormat(i18n.language).format(quiet) })}
        </li>
      ) : null}
    </ul>
  );
}

function hasNoEnds({ completed, failed, refused, refunded }: KindEnds): boolean {
  return completed + failed + refused + refunded === 0;
}

function KindRow({ kind, ends }: { kind: KindStatus; ends: KindEnds }) {
  const { t } = useTranslation(['status', 'kinds']);
  const { failed, total } = kind.recent;
  const title = t(`kinds:kinds.${kind.id}.title`);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{title}</h3>
        {kind.held_since ? (
          <>
            <Badge tone="warn">{t('state.held')}</Badge>
            <span className="text-ink-soft">
              <HeldSince since={kind.held_since} />
            </span>
          </>
        ) : null}
        {kind.is_failing ? <Badge tone="danger">{t('state.failing')}</Badge> : null}
        {!kind.held_since && !kind.is_failing && !hasNoEnds(ends) ? (
          <Badge tone="ok">{t('state.works')}</Badge>
        ) : null}
        {failed > 0 ? (
          <span className="text-sm text-ink-soft">{t('recent', { failed, count: total })}</span>
        ) : null}
      </div>
      {hasNoEnds(ends) ? null : <Figures ends={ends} of={title} />}
    </>
  );
}

function Figures({ ends, of }: { ends: KindEnds; of: string }) {
  const { t, i18n } = useTranslation('status');
  const percent = (share: number) =>
    new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  const all = ends.completed + ends.failed + ends.refused;
  const ofAll = (count: number) =>
    all === 0 ? t('number', { count }) : t('ofAll', { count, share: percent(count / all) });
  const { returned, refunded, kept, tenths } = ends;
  const toKept = (typical: number, most: number) => ({
    value: t('kept', { share: percent(most), promised: percent(0.9) }),
    more: t('kept', { share: percent(typical), promised: percent(0.5) }),
  });
  const [typical = 0, most = 0] = tenths ? [keptShares(tenths)[4], keptShares(tenths)[8]] : [];
  return (
    <>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-4">
        <Figure name="completed" value={ofAll(ends.completed)} />
        <Figure name="failed" value={ofAll(ends.failed)} />
        <Figure name="refused" value={ofAll(ends.refused)} />
        <Figure
          name="refunds"
          value={t('number', { count: returned + refunded })}
          more={refunded > 0 ? t('later', { count: refunded }) : undefined}
        />
        <Duration name="wait" seconds={ends.wait_seconds} />
        <Duration name="run" seconds={ends.run_seconds} />
        <Duration name="back" seconds={ends.back_seconds} />
        {tenths ? <Figure name="kept" {...toKept(typical, most)} /> : null}
      </dl>
      {tenths ? (
        <div className="mt-2">
          <Collapsible title={t('curve.title')}>
            <div className="mt-2 grid gap-3">
              <PromiseCurve tenths={tenths} of={of} />
              {kept ? (
                <p className="text-sm text-ink-soft tabular-nums">
                  {t('curve.accepted', { most: percent(kept.most), about: percent(kept.typical) })}
                </p>
              ) : null}
            </div>
          </Collapsible>
        </div>
      ) : null}
    </>
  );
}

type FigureName = 'completed' | 'failed' | 'refused' | 'refunds' | 'wait' | 'run' | 'back' | 'kept';

function Figure({ name, value, more }: { name: FigureName; value: string; more?: string | undefined }) {
  const { t } = useTranslation('status');
  return (
    <div>
      <dt className="text-ink-faint">{t(`figures.${name}`)}</dt>
      <dd className="mt-0.5 tabular-nums">{value}</dd>
      {more ? <dd className="text-xs text-ink-faint tabular-nums">{more}</dd> : null}
    </div>
  );
}

/** Nothing where nothing was measured. */
function Duration({ name, seconds }: { name: FigureName; seconds: KindEnds['wait_seconds'] }) {
  const { t, i18n } = useTranslation('status');
  if (!seconds) return null;
  const formatTime = (value: number) => {
    if (value < 1) return t('instant');
    return value < 60 ? formatSeconds(value, i18n.language) : formatClock(value);
  };
  return (
    <Figure
      name={name}
      value={t('usual', { time: formatTime(seconds.p50) })}
      more={t('most', { time: formatTime(seconds.p95) })}
    />
  );
}
