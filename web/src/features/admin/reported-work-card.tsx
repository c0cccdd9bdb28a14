import type { ReportedWork } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { copiesQuery, type ReportAct, reportedFilePath } from './admin-data.ts';

type CardProps = { work: ReportedWork; onAct: (act: ReportAct) => void };

/** A reported generation: what is said of it, the work itself on demand, and what can be decided. */
export function ReportedWorkCard({ work, onAct }: CardProps) {
  const { t, i18n } = useTranslation(['reports', 'kinds']);
  const { user_id, user_email, kind, prompt, share_state, taken_down_at, is_deleted } = work;
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-medium">
              {t(`kinds:kinds.${kind}.title` as 'kinds:kinds.vace.title', { defaultValue: kind })}
            </span>
            <Badge tone={taken_down_at ? 'danger' : share_state === 'hidden' ? 'warn' : 'neutral'}>
              {t(taken_down_at ? 'state.removed' : `state.${share_state}`)}
            </Badge>
            {is_deleted ? <Badge>{t('state.deleted')}</Badge> : null}
          </p>
          <Link
            to="/admin/users/$id"
            params={{ id: user_id }}
            className="rounded-sm text-sm wrap-anywhere underline decoration-line-strong underline-offset-4"
          >
            {user_email}
          </Link>
        </div>
        <Due work={work} />
      </div>
      {prompt ? (
        <p title={prompt} dir="auto" className="mt-2 line-clamp-3 text-sm text-ink-soft wrap-anywhere">
          {prompt}
        </p>
      ) : null}
      {work.has_consent ? <p className="mt-2 text-sm">{t('consent')}</p> : null}
      <Files work={work} />
      <ol className="mt-3 grid gap-2">
        {work.reports.map((report) => (
          <li key={report.id} className="border-t border-line pt-2 text-sm">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <span className="font-medium">{t(`reasons.${report.reason}`)}</span>
              <time dateTime={report.created_at} className="text-ink-faint tabular-nums">
                {formatMoment(report.created_at, i18n.language)}
              </time>
            </p>
            {report.details ? (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {report.details}
              </p>
            ) : null}
            {report.signature || report.email ? (
              <p className="flex flex-wrap items-center gap-x-2 text-ink-soft">
                <span className="min-w-0 wrap-anywhere">
                  {[report.signature, report.email].filter(Boolean).join(' · ')}
                </span>
                {report.email ? (
                  <Badge tone={report.confirmed_at ? 'ok' : 'neutral'}>
                    {t(report.confirmed_at ? 'address.confirmed' : 'address.unconfirmed')}
                  </Badge>
                ) : null}
              </p>
            ) : null}
            {report.repeats > 0 ? (
              <p className="text-ink-soft">{t('repeats', { count: report.repeats })}</p>
            ) : null}
            {report.decision ? (
              <p className="text-ink-soft wrap-anywhere">
                {t(`decisions.${report.decision}`)} · {report.note}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
      <Collapsible title={t('copies')}>
        <Copies id={work.generation_id} />
      </Collapsible>
      <Acts work={work} onAct={onAct} />
    </li>
  );
}

/** The clock of what is still open. */
function Due({ work }: { work: ReportedWork }) {
  const { t, i18n } = useTranslation('reports');
  const [now] = useState(() => serverNow());
  if (work.reports.every(({ decision }) => decision !== null)) return null;
  const hours = Math.floor((Date.parse(work.due_at) - now) / 3_600_000);
  return (
    <p className="text-sm">
      <Badge tone={hours < 0 ? 'danger' : hours < 12 ? 'warn' : 'neutral'}>
        {hours < 0 ? t('overdue') : t('due', { count: hours })}
      </Badge>{' '}
      <time dateTime={work.due_at} className="text-ink-faint tabular-nums">
        {formatMoment(work.due_at, i18n.language)}
      </time>
    </p>
  );
}

/** Not seen until it is asked for: what is reported can be hard to look at. */
function Files({ work: { generation_id: id, files } }: { work: ReportedWork }) {
  const { t } = useTranslation('reports');
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <Button size="sm" className="mt-3" onClick={() => setShown(true)}>
        {t('showWork')}
      </Button>
    );
  return (
    <ul className="mt-3 grid gap-2 sm:grid-cols-2">
      {files.map(({ position, content_type: type, has_poster, text }) => {
        const path = reportedFilePath(id, position);
        const poster = has_poster ? `${path}?poster=true` : undefined;
        return (
          <li key={position} className="min-w-0">
            {type.startsWith('video/') ? (
              // biome-ignore lint/a11y/useMediaCaption: a generated video has no captions
              <video
                controls
                playsInline
                preload="none"
                src={path}
                poster={poster}
                className="w-full rounded-md"
              />
            ) : type.startsWith('audio/') ? (
              // biome-ignore lint/a11y/useMediaCaption: a generated sound has no captions
              <audio controls preload="none" src={path} className="w-full" />
            ) : type.startsWith('image/') ? (
              <img src={path} alt={t('work', { place: position + 1 })} className="w-full rounded-md" />
            ) : (
              <p dir="auto" className="max-h-64 overflow-auto text-sm whitespace-pre-wrap">
                {text}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Copies({ id }: { id: string }) {
  const { t, i18n } = useTranslation('reports');
  const copies = useQueryWithPrevious(copiesQuery(id));
  return (
    <QueryBoundary query={copies} skeleton={<Skeleton className="h-12" />}>
      {(found) =>
        found.length === 0 ? (
          <p className="pb-3 text-sm text-ink-faint">{t('noCopies')}</p>
        ) : (
          <ul className="grid gap-1 pb-3 text-sm">
            {found.map((copy) => (
              <li key={copy.generation_id} className="flex flex-wrap gap-x-3">
                <span>{copy.distance === 0 ? t('identical') : t('similar', { count: copy.distance })}</span>
                <Link
                  to="/admin/users/$id"
                  params={{ id: copy.user_id }}
                  className="rounded-sm wrap-anywhere underline decoration-line-strong underline-offset-4"
                >
                  {copy.user_email}
                </Link>
                <time dateTime={copy.created_at} className="text-ink-faint tabular-nums">
                  {formatMoment(copy.created_at, i18n.language)}
                </time>
                {copy.is_taken_down ? <Badge tone="danger">{t('state.removed')}</Badge> : null}
                {copy.is_shared ? <Badge>{t('state.active')}</Badge> : null}
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

/** Buttons for the acts that the state of the work allows. */
function Acts({ work, onAct }: CardProps) {
  const { t } = useTranslation('reports');
  const isOpen = work.reports.some(({ decision }) => decision === null);
  const acts: ReportAct[] = work.taken_down_at
    ? ['restore']
    : [
        ...(isOpen && work.share_state === 'active' ? (['hide'] as const) : []),
        ...(isOpen ? (['keep'] as const) : []),
        'remove',
      ];
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === 'remove' ? 'danger' : 'secondary'}
          onClick={() => onAct(act)}
        >
          {t(`acts.${act}.open`)}
        </Button>
      ))}
    </div>
  );
}
