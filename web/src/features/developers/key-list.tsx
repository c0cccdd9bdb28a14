import type { ApiKey } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { Button } from '#ui/button.tsx';

type KeyListProps = { keys: readonly ApiKey[]; onRevoke: (key: ApiKey) => void };

/** One row per key; on a phone the dates are below the name. */
export function KeyList({ keys, onRevoke }: KeyListProps) {
  const { t } = useTranslation('developers');
  return (
    <ul aria-label={t('keys.list')} className="mt-5 border-b border-line">
      {keys.map((key) => (
        <li
          key={key.id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-t border-line py-3"
        >
          <p className="flex min-w-0 flex-wrap items-baseline gap-x-3">
            <span className="font-medium wrap-anywhere">{key.name}</span>
            <code className="font-mono text-xs text-ink-faint">atl_…{key.ending}</code>
          </p>
          <Button
            size="sm"
            variant="ghost"
            className="row-span-2"
            aria-label={t('revoke.of', { name: key.name })}
            onClick={() => onRevoke(key)}
          >
            {t('revoke.do')}
          </Button>
          <KeyTimes apiKey={key} />
        </li>
      ))}
    </ul>
  );
}

function KeyTimes({ apiKey }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation('developers');
  const format = (iso: string) => <time dateTime={iso}>{formatDate(iso, i18n.language)}</time>;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-0.5 text-sm text-ink-faint">
      <div className="flex gap-1.5">
        <dt>{t('keys.created')}</dt>
        <dd className="text-ink-soft tabular-nums">{format(apiKey.created_at)}</dd>
      </div>
      <div className="flex gap-1.5">
        <dt>{t('keys.used')}</dt>
        <dd className="text-ink-soft tabular-nums">
          {apiKey.last_used_at === null ? t('keys.never') : format(apiKey.last_used_at)}
        </dd>
      </div>
    </dl>
  );
}
