import type { SecurityEvent } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatMoment } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useDeviceLabel } from '#product/account/device-label.ts';
import { Paging } from '#product/paging.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { securityEventsQuery } from './account-data.ts';

/** Events of the account from the audit log, newest first. */
export function SecurityEventsSection({ page }: { page: number }) {
  const { t } = useTranslation('account');
  const events = useQueryWithPrevious(securityEventsQuery(page));
  return (
    <section aria-labelledby="events-title" className="mt-10">
      <h2 id="events-title" className="scroll-mt-20 text-lg font-semibold">
        {t('events.title')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft text-pretty">{t('events.text')}</p>
      <QueryBoundary query={events} skeleton={<Skeleton className="mt-5 h-64" />}>
        {({ data, totalPages, page: shownPage }) => (
          <>
            {data.length === 0 ? (
              <p className="mt-5 border-t border-line pt-3 text-sm text-ink-faint">{t('events.none')}</p>
            ) : (
              <ul aria-label={t('events.list')} className="mt-5 border-b border-line">
                {data.map((event) => (
                  <EventRow key={event.id} event={event} />
                ))}
              </ul>
            )}
            <Paging
              isSection
              page={page}
              shownPage={shownPage}
              totalPages={totalPages}
              searchOfPage={(next) => ({ page: next > 1 ? next : undefined })}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { t, i18n } = useTranslation('account');
  const formatLabel = useDeviceLabel();
  const readText = useEventText();
  const origin = event.device ? [formatLabel(event.device), event.address] : [t('events.bySupport')];
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t border-line py-2.5 text-sm">
      <p className="min-w-0 flex-1 basis-60">
        <span className="text-ink">{readText(event)}</span>{' '}
        <span className="text-ink-faint wrap-anywhere">{origin.filter(Boolean).join(' · ')}</span>
      </p>
      <time dateTime={event.created_at} className="text-ink-faint tabular-nums">
        {formatMoment(event.created_at, i18n.language)}
      </time>
    </li>
  );
}

function useEventText(): (event: SecurityEvent) => string {
  const { t, i18n } = useTranslation('account');
  return ({ name, details, occurrences }) => {
    const { ending, program, cost_credits: cost = 0, daily_cap_credits: cap, sessions: ended } = details;
    if (name === 'sign_in' && details.is_again) return t('events.signed_in_again');
    if (name === 'sign_in_failed') return t('events.names.sign_in_failed', { count: occurrences });
    if (name === 'sessions_ended') return t('events.names.sessions_ended', { count: ended ?? 0 });
    if (name === 'daily_limit_changed' && typeof cap === 'number')
      return t('events.daily_limit_set', { credits: formatCredits(cap, i18n.language) });
    const text = t(`events.names.${name}`, { credits: formatCredits(cost, i18n.language) });
    const key = ending ? `atl_…${ending}` : program;
    return key ? t('events.of_key', { text, key }) : text;
  };
}
