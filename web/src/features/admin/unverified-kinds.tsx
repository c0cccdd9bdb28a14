import type { AdminResultsReply, UnverifiedKind } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { useKindTitle } from './finding-card.tsx';
import { OpenKindButton } from './kind-closing.tsx';

/** Models that production sells only once they are verified: which are closed, what is to be read, what opened the others. */
export function UnverifiedKinds({ unverified }: Pick<AdminResultsReply, 'unverified'>) {
  const { t } = useTranslation('results');
  const closed = unverified.filter(({ is_closed }) => is_closed);
  if (unverified.length === 0) return null;
  return (
    <section aria-labelledby="unverified-title" className="mt-10">
      <h3 id="unverified-title" className="font-semibold">
        {t('unverified.title')}
      </h3>
      <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">{t('unverified.text')}</p>
      <p className="mt-2 text-sm text-ink-faint">
        {t('unverified.counted', { closed: closed.length, all: unverified.length })}
      </p>
      <ul className="mt-4 grid gap-4">
        {[...closed, ...unverified.filter(({ is_closed }) => !is_closed)].map((each) => (
          <UnverifiedCard key={each.kind} unverified={each} />
        ))}
      </ul>
    </section>
  );
}

function UnverifiedCard({ unverified }: { unverified: UnverifiedKind }) {
  const { t } = useTranslation('results');
  const formatTitle = useKindTitle();
  const { kind, endpoint, is_closed, cause, documents } = unverified;
  return (
    <li className="rounded-lg border border-line bg-surface p-4 text-sm text-ink-soft">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium text-ink">{formatTitle(kind)}</span>
        <Badge tone={is_closed ? 'warn' : undefined}>
          {t(is_closed ? `unverified.closed.${cause ?? 'operator'}` : 'unverified.open')}
        </Badge>
        <span className="wrap-anywhere">{endpoint}</span>
      </p>
      <Reason unverified={unverified} />
      <p className="mt-1 flex flex-wrap gap-x-4">
        {(['schema', 'price'] as const).map((name) => (
          <a
            key={name}
            href={documents[name]}
            target="_blank"
            rel="noreferrer"
            className="rounded-sm underline underline-offset-2 hover:text-ink"
          >
            {t(`unverified.read.${name}`)}
          </a>
        ))}
      </p>
      {is_closed ? <OpenKindButton kind={kind} className="mt-3" /> : null}
    </li>
  );
}

/** Why the model is closed, or what opened it. */
function Reason({ unverified: { is_closed, cause, verified } }: { unverified: UnverifiedKind }) {
  const { t, i18n } = useTranslation('results');
  const date = verified ? formatDay(verified.on, i18n.language) : '';
  return (
    <div className="mt-1 grid gap-1 text-pretty wrap-anywhere">
      {is_closed && cause ? <p>{t(`unverified.why.${cause}`)}</p> : null}
      {is_closed || verified ? null : <p>{t('unverified.local')}</p>}
      {verified?.by === 'check' ? (
        <p>{t('unverified.checked', { date, schema: verified.schema, price: verified.price })}</p>
      ) : null}
      {verified?.by === 'operator' ? (
        <p dir="auto">
          {t('unverified.vouched', { date, email: verified.operator_email ?? '–', reason: verified.reason })}
        </p>
      ) : null}
    </div>
  );
}
