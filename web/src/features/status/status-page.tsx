import type { KindEnds, StatusReply } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { media } from '#product/media-facts.build.ts';
import { listHeldKinds, useModelStatus } from '#product/model-status.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { KindRows, type StatusWindow } from './kind-rows.tsx';
import { PromiseCurve, sumOfTenths } from './promise-curve.tsx';
import { ProviderBanner } from './provider-banner.tsx';

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
        {(['held', 'failed', 'refunds', 'wait', 'back', 'kept', 'curve'] as const).map((note) => (
          <li key={note}>{t(`notes.${note}`)}</li>
        ))}
      </ul>
    </section>
  );
}

function Status({ status, window }: { status: StatusReply; window: StatusWindow }) {
  const { t, i18n } = useTranslation('status');
  const failing = status.kinds.filter(({ is_failing }) => is_failing).length;
  const held = listHeldKinds(status).length;
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const trouble = [
    ...(held > 0 ? [t('summary.held', { count: held })] : []),
    ...(failing > 0 ? [t('summary.failing', { count: failing })] : []),
  ];
  const isWell = trouble.length === 0 && !status.provider_held_since;
  return (
    <>
      {status.provider_held_since ? <ProviderBanner since={status.provider_held_since} /> : null}
      <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Summary sentences={trouble} isWell={isWell} />
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
              'min-h-9 pointer-coarse:min-h-11 rounded-sm px-3 py-1.5',
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
          <KindRows kinds={status.kinds.filter((kind) => kind.medium === medium)} window={window} />
        </div>
      ))}
    </>
  );
}

/** One sentence for each trouble; nothing while only the banner has something to say. */
function Summary({ sentences, isWell }: { sentences: readonly string[]; isWell: boolean }) {
  const { t } = useTranslation(['status', 'shell']);
  if (!isWell && sentences.length === 0) return null;
  return (
    <span className={classNames('text-lg font-medium', isWell ? 'text-ok-text' : 'text-warn-text')}>
      {isWell
        ? t('status:summary.works')
        : sentences
            .map((text) => t('shell:followed', { text }))
            .join('')
            .trim()}
    </span>
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
