import type { KindEnds, KindStatus, StatusReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatClock, formatSeconds } from '#lib/format.ts';
import { media } from '#product/media-facts.build.ts';
import { useModelStatus } from '#product/model-status.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { Collapsible } from '#ui/collapsible.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { keptShares, PromiseCurve, sumOfTenths } from './promise-curve.tsx';

export type StatusWindow = 'day' | 'week';

const windows: readonly StatusWindow[] = ['day', 'week'];

/** `/status`: how each model has done in the last day or week, for everybody. */
export function StatusPage({ window }: { window: StatusWindow }) {
  const { t } = useTranslation('status');
  usePageTitle(t('pageTitle'), t('body'));
  const { data, error, refetch } = useModelStatus();
  return (
    <div className="mx-auto w-full max-w-5xl px-5 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('body')}</p>
      <QueryBoundary
        query={{ reply: data, error, retry: () => void refetch() }}
        skeleton={<Skeleton className="mt-6 h-96" />}
      >
        {(status) => (
          <>
            <Status status={status} window={window} />
            <Notes />
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

/** Definitions of the page's terms. */
function Notes() {
  const { t } = useTranslation('status');
  return (
    <section aria-labelledby="words" className="mt-14 max-w-2xl text-sm">
      <h2 id="words" className="text-base font-medium">
        {t('notes.title')}
      </h2>
      <ul className="mt-2 grid gap-1.5 text-ink-soft">
        {(['failed', 'refunds', 'wait', 'back', 'kept', 'curve'] as const).map((note) => (
          <li key={note}>{t(`notes.${note}`)}</li>
        ))}
      </ul>
    </section>
  );
}

function Status({ status, window }: { status: StatusReply; window: StatusWindow }) {
  const { t, i18n } = useTranslation('status');
  const failing = status.kinds.filter(({ is_failing }) => is_failing).length;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <>
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <span
          className={classNames('text-lg font-medium', failing > 0 ? 'text-danger-text' : 'text-ok-text')}
        >
          {failing > 0 ? t('summary.failing', { count: failing }) : t('summary.works')}
        </span>
        <span className="text-sm text-ink-faint tabular-nums">
          {t('countedTo', { time: time.format(new Date(status.counted_to)) })}
        </span>
      </p>
      <nav aria-label={t('window.label')} className="mt-5 flex w-fit rounded-md bg-raised p-1 text-sm">
        {windows.map((name) => (
          <Link
            key={name}
            to="/status"
            search={name === 'week' ? { window: name } : {}}
            replace
            resetScroll={false}
            aria-current={name === window ? 'page' : undefined}
            className={classNames(
              'min-h-9 rounded-sm px-3 py-1.5',
              name === window ? 'bg-canvas font-medium text-ink' : 'text-ink-soft hover:text-ink',
            )}
          >
            {t(`window.${name}`)}
          </Link>
        ))}
      </nav>
      <Promises tenths={sumOfTenths(status.kinds.map((kind) => kind[window].tenths))} />
      {media.map((medium) => (
        // Not a landmark: the menu has landmarks of the same names, and those must differ.
        <div key={medium} className="mt-9">
          <h2 className="font-medium text-ink-soft">{t(`media.${medium}`)}</h2>
          <Kinds kinds={status.kinds.filter((kind) => kind.medium === medium)} window={window} />
        </div>
      ))}
    </>
  );
}

/** Promise curve of all kinds combined; nothing before the first generation has ended. */
function Promises({ tenths }: { tenths: KindEnds['tenths'] }) {
  const { t } = useTranslation('status');
  if (!tenths) return null;
  return (
    <section aria-labelledby="promises" className="mt-8">
      <h2 id="promises" className="font-medium text-ink-soft">
        {t('curve.title')}
      </h2>
      <div className="mt-3">
        <PromiseCurve tenths={tenths} of={t('curve.all')} />
      </div>
    </section>
  );
}

/** A row for each kind, and one line for those that have nothing to show. */
function Kinds({ kinds, window }: { kinds: readonly KindStatus[]; window: StatusWindow }) {
  const { t, i18n } = useTranslation(['status', 'kinds']);
  const isQuiet = (kind: KindStatus) =>
    !kind.is_failing && kind.recent.failed === 0 && hasNoEnds(kind[window]);
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
        {kind.is_failing ? <Badge tone="danger">{t('state.failing')}</Badge> : null}
        {!kind.is_failing && !hasNoEnds(ends) ? <Badge tone="ok">{t('state.works')}</Badge> : null}
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
  const readTime = (value: number) => {
    if (value < 1) return t('instant');
    return value < 60 ? formatSeconds(value, i18n.language) : formatClock(value);
  };
  return (
    <Figure
      name={name}
      value={t('usual', { time: readTime(seconds.p50) })}
      more={t('most', { time: readTime(seconds.p95) })}
    />
  );
}
