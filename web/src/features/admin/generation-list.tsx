import type { AdminUserReply, PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { Button } from '#ui/button.tsx';
import type { GenerationAction } from './admin-data.ts';

/** `wake` is a retry of a running generation: the provider is checked at once, and no credits move. */
export type OperatorAction = GenerationAction | 'wake';
export type Operation = { action: OperatorAction; generation: PublicGeneration };

type GenerationListProps = { reply: AdminUserReply; onOperate: (operation: Operation) => void };

export function GenerationList({ reply, onOperate }: GenerationListProps) {
  const { t } = useTranslation('admin');
  const refundedIds = new Set(
    reply.ledger.filter(({ kind }) => kind === 'refund').map(({ generation }) => generation?.id),
  );
  return (
    <section aria-labelledby="generations-title" className="mt-10">
      <h2 id="generations-title" className="text-lg font-semibold">
        {t('jobs.title')}
      </h2>
      {reply.generations.length === 0 ? (
        <p className="mt-2 text-sm text-ink-faint">{t('jobs.none')}</p>
      ) : (
        <ul className="mt-2">
          {reply.generations.map((generation) => (
            <GenerationRow
              key={generation.id}
              generation={generation}
              actions={listActions(generation, refundedIds.has(generation.id))}
              onOperate={(action) => onOperate({ action, generation })}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The actions that the API accepts for a generation. */
function listActions({ status, credits }: PublicGeneration, isRefunded: boolean): OperatorAction[] {
  if (!hasEnded(status)) return ['wake', 'fail'];
  const refund: OperatorAction[] = credits.settled > 0 && !isRefunded ? ['refund'] : [];
  return status === 'failed' || status === 'cancelled' ? ['retry', ...refund] : refund;
}

type GenerationRowProps = {
  generation: PublicGeneration;
  actions: readonly OperatorAction[];
  onOperate: (action: OperatorAction) => void;
};

function GenerationRow({ generation, actions, onOperate }: GenerationRowProps) {
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
        <p title={prompt} dir="auto" className="mt-1 truncate text-sm text-ink-soft">
          {prompt}
        </p>
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
