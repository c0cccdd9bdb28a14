import type { ApiKey } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate } from '#lib/format.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { findEnding, KeyMark } from './key-mark.tsx';

type KeyListProps = {
  label: string;
  keys: readonly ApiKey[];
  onChange: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
};

/** One row per key; on a phone its buttons are below everything else. */
export function KeyList({ label, keys, onChange, onRevoke }: KeyListProps) {
  const { t } = useTranslation('developers');
  return (
    <ul aria-label={label} className="mt-5 border-b border-line">
      {keys.map((key) => (
        <li
          key={key.id}
          className="grid items-start gap-x-4 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto]"
        >
          <div className="grid min-w-0 gap-1.5">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
              <span dir="auto" className="font-medium wrap-anywhere">
                {key.name}
              </span>
              <KeyMark apiKey={key} />
              {key.is_expired ? <Badge tone="warn">{t('keys.expired')}</Badge> : null}
            </p>
            <KeyFacts apiKey={key} />
            <KeySpending apiKey={key} />
          </div>
          <div className="-ml-3 flex gap-1 sm:ml-0">
            {key.is_expired ? null : (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t('change.of', { name: key.name })}
                onClick={() => onChange(key)}
              >
                {t('change.do')}
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              aria-label={t(`${findEnding(key)}.of`, { name: key.name })}
              onClick={() => onRevoke(key)}
            >
              {t(`${findEnding(key)}.do`)}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation('developers');
  const time = (iso: string) => <time dateTime={iso}>{formatDate(iso, i18n.language)}</time>;
  const scopes = apiKey.scopes.map((scope) => t(`scopes.${scope}.name`));
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-ink-faint">
      <Fact label={t('scopes.label')}>{scopes.join(' · ')}</Fact>
      {apiKey.kinds === null ? null : (
        <Fact label={t('kinds.label')}>{t('kinds.count', { count: apiKey.kinds.length })}</Fact>
      )}
      <Fact label={t('keys.created')}>{time(apiKey.created_at)}</Fact>
      <Fact label={t('keys.used')}>
        {apiKey.last_used_at === null ? t('keys.never') : time(apiKey.last_used_at)}
      </Fact>
      {apiKey.expires_at === null ? null : (
        <Fact label={t(apiKey.is_expired ? 'keys.ended' : 'keys.ends')}>{time(apiKey.expires_at)}</Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt>{label}</dt>
      <dd className="text-ink-soft tabular-nums">{children}</dd>
    </div>
  );
}

/** Credits that the key has spent of each of its budgets. */
function KeySpending({ apiKey }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation('developers');
  const format = (credits: number) => formatCredits(credits, i18n.language);
  const budgets = [
    { name: 'daily', spent: apiKey.spent_today_credits, budget: apiKey.daily_budget_credits },
    { name: 'total', spent: apiKey.spent_credits, budget: apiKey.total_budget_credits },
  ] as const;
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-ink-soft tabular-nums">
      {budgets.map(({ name, spent, budget }) => {
        if (budget === null)
          return name === 'total' ? <p key={name}>{t('spent.unlimited', { spent: format(spent) })}</p> : null;
        const used = t(`spent.${name}`, { spent: format(spent), budget: format(budget) });
        return (
          <div key={name} className="min-w-0">
            <p className="mb-1">{used}</p>
            <ProgressBar label={used} percent={budget === 0 ? 100 : (spent / budget) * 100} />
          </div>
        );
      })}
      {apiKey.job_budget_credits === null ? null : (
        <p>{t('spent.job', { credits: format(apiKey.job_budget_credits) })}</p>
      )}
      {apiKey.ask_above_credits === null ? null : (
        <p>{t('spent.asks', { credits: format(apiKey.ask_above_credits) })}</p>
      )}
    </div>
  );
}
