import { type AdminBreaker, findSubjectKind } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { classNames } from '#ui/class-names.ts';
import { breakersQuery } from './admin-data.ts';

/** Refusals of fal in its own words, and what to do about each; nothing while it takes everything. */
export function ProviderTrouble() {
  const { t } = useTranslation('admin');
  const query = useQueryWithPrevious(breakersQuery);
  return (
    <QueryBoundary query={query} skeleton={null}>
      {({ data, waiting }) =>
        data.length === 0 ? null : (
          <section aria-labelledby="breakers-title" className="mt-8">
            <h2 id="breakers-title" className="text-lg font-semibold">
              {t('breakers.title')}
            </h2>
            <p className="mt-1 max-w-2xl text-sm text-ink-soft text-pretty">
              {t('breakers.waiting', { count: waiting })}
            </p>
            <ul className="mt-4 grid gap-3">
              {data.map((breaker) => (
                <BreakerCard key={breaker.subject} breaker={breaker} />
              ))}
            </ul>
          </section>
        )
      }
    </QueryBoundary>
  );
}

function BreakerCard({ breaker }: { breaker: AdminBreaker }) {
  const { t, i18n } = useTranslation(['admin', 'kinds']);
  const { subject, state, code, detail, failures, since, probe_at } = breaker;
  const kind = findSubjectKind(subject);
  const title = kind
    ? t('admin:breakers.kind', { name: t(`kinds:kinds.${kind}.title`, { defaultValue: kind }) })
    : t(`admin:breakers.${subject === 'account' ? 'account' : 'provider'}`);
  const facts = [
    code,
    t('admin:breakers.since', { moment: formatMoment(since, i18n.language) }),
    t('admin:breakers.failures', { count: failures }),
    probe_at
      ? t('admin:breakers.probe', { moment: formatMoment(probe_at, i18n.language) })
      : t('admin:breakers.ramping'),
  ];
  return (
    <li
      className={classNames(
        'rounded-lg px-4 py-3',
        state === 'open' ? 'bg-danger-soft' : 'border border-line bg-surface',
      )}
    >
      <h3 className={classNames('font-medium', state === 'open' && 'text-danger-text')}>{title}</h3>
      {detail ? <p className="mt-1 font-mono text-sm wrap-anywhere">{detail}</p> : null}
      <p className="mt-1 text-xs text-ink-soft tabular-nums">{facts.join(' · ')}</p>
      {state === 'open' ? (
        <p className="mt-2 max-w-2xl text-sm text-pretty">{t(`admin:breakers.advice.${code}`)}</p>
      ) : null}
    </li>
  );
}
