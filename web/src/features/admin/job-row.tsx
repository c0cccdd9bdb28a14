import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format/format-date.ts';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { Button } from '#ui/button.tsx';
import type { JobAction } from './job-actions.ts';

type JobRowProps = {
  generation: PublicGeneration;
  actions: readonly JobAction[];
  onOperate: (action: JobAction) => void;
};

export function JobRow({ generation, actions, onOperate }: JobRowProps) {
  const { t, i18n } = useTranslation(['admin', 'kinds', 'ledger', 'messages']);
  const { id, kind, prompt, status, error, credits, created_at } = generation;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusBadge status={status} />
          <span className="font-medium">{t(`kinds:kinds.${kind}.title`, { defaultValue: kind })}</span>
          <span className="text-sm text-ink-soft">{t('ledger:credits', { count: credits.cost })}</span>
        </p>
        <p className="mt-1 truncate text-sm text-ink-soft">{prompt}</p>
        {error ? (
          <p className="text-sm text-ink-faint">
            {t(`messages:error.${error.code}`, { defaultValue: error.code })}
          </p>
        ) : null}
        <p className="text-xs text-ink-faint">
          {formatDate(created_at, i18n.language)} · <span className="font-mono wrap-anywhere">{id}</span>
        </p>
      </div>
      {actions.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => (
            <Button
              key={action}
              size="sm"
              aria-label={t('jobs.of', { action: t(`jobs.${action}`), prompt })}
              onClick={() => onOperate(action)}
            >
              {t(`jobs.${action}`)}
            </Button>
          ))}
        </div>
      ) : null}
    </li>
  );
}
