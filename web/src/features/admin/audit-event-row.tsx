import type { AdminAuditEvent } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Collapsible } from '#ui/collapsible.tsx';

/** One audit event: what happened, who did it to whom and why; its details on demand. */
export function AuditEventRow({ event }: { event: AdminAuditEvent }) {
  const { t, i18n } = useTranslation('audit');
  const { name, occurrences, user_id, user_email, reason, created_at } = event;
  const isSelf = event.actor === 'user' && event.actor_id === user_id;
  return (
    <li className="border-t border-line pt-3 pb-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {t(`names.${name}`)}
          {occurrences > 1 ? <Badge>{t('times', { count: occurrences })}</Badge> : null}
        </p>
        <time dateTime={created_at} className="text-sm text-ink-faint tabular-nums">
          {formatMoment(created_at, i18n.language)}
        </time>
      </div>
      <p className="mt-0.5 text-sm text-ink-soft wrap-anywhere">
        {t('by')} <Actor event={event} />
        {user_id && !isSelf ? (
          <>
            {' · '}
            {t('account')}{' '}
            <Link
              to="/admin/users/$id"
              params={{ id: user_id }}
              className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
            >
              {user_email ?? user_id}
            </Link>
          </>
        ) : null}
      </p>
      {reason ? <p className="mt-0.5 text-sm wrap-anywhere">{t('reason', { reason })}</p> : null}
      <Collapsible title={t('details')}>
        <Details event={event} />
      </Collapsible>
    </li>
  );
}

function Actor({ event: { actor, actor_id, actor_email } }: { event: AdminAuditEvent }) {
  const { t } = useTranslation('audit');
  const label = t(`actors.${actor}`);
  if (actor === 'user' && actor_id)
    return (
      <Link
        to="/admin/users/$id"
        params={{ id: actor_id }}
        className="rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
      >
        {actor_email ?? actor_id}
      </Link>
    );
  if (!actor_id) return label;
  return `${label} ${actor_email ?? actor_id}`;
}

/** Where it came from and what the event itself says; absent once it was removed with time. */
function Details({ event }: { event: AdminAuditEvent }) {
  const { t } = useTranslation('audit');
  const { id, address, user_agent, request_id, actor, actor_id, details } = event;
  const facts: [string, unknown][] = [
    [t('facts.address'), address],
    [t('facts.browser'), user_agent],
    ...Object.entries(details).map(([name, value]): [string, unknown] => [
      t(`fields.${name}`, { defaultValue: name.replaceAll('_', ' ') }),
      value,
    ]),
    [t('facts.key'), actor === 'api_key' ? actor_id : null],
    [t('facts.request'), request_id],
    [t('facts.id'), id],
  ];
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 pb-3 text-sm">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-faint">{label}</dt>
            <dd className="wrap-anywhere">
              {typeof value === 'object' ? JSON.stringify(value) : String(value)}
            </dd>
          </div>
        ))}
    </dl>
  );
}
