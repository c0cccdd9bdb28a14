import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { useTranslation } from 'react-i18next';
import { formatCredits, formatDate } from '#lib/format.ts';
import { regenerateTarget } from '#product/generation/regenerate.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Collapsible } from '#ui/collapsible.tsx';
import { PromptLine } from './prompt-line.tsx';

type EndedCardProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** A generation without a result: failed or cancelled. */
export function EndedCard({ generation, onRetry, onShowDetails }: EndedCardProps) {
  const { t } = useTranslation(['preview', 'messages']);
  const { error, credits, status } = generation;
  const isCancelled = status === 'cancelled';
  const cause = error
    ? t(`messages:error.${error.code}`, { defaultValue: t('messages:error.internal_error') })
    : t('messages:error.internal_error');
  const Icon = isCancelled ? CircleSlash : CircleAlert;
  return (
    <div className="rounded-lg bg-surface p-5">
      <div className="flex items-start gap-3">
        <Icon
          size={20}
          aria-hidden="true"
          className={isCancelled ? 'mt-0.5 text-ink-faint' : 'mt-0.5 text-danger-text'}
        />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t(isCancelled ? 'preview:cancelled' : 'preview:failed')}</h3>
          {isCancelled ? null : <p className="mt-1 text-ink-soft">{cause}</p>}
          {credits.released > 0 ? (
            <p className="mt-1 font-medium text-ok-text">
              {t('preview:returned', { count: credits.released })}
            </p>
          ) : null}
          <div className="mt-4 border-t border-line pt-4">
            <PromptLine generation={generation} />
          </div>
          <EndedActions {...{ generation, onRetry, onShowDetails }} />
          <GenerationDisclosure generation={generation} />
        </div>
      </div>
    </div>
  );
}

/** Causes that would occur again with the same input, so the user is sent to the form instead of a retry. */
const inputCauses = new Set(['provider_rejected', 'content_policy', 'validation_failed', 'media_unreadable']);

type EndedActionsProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

function EndedActions({ generation, onRetry, onShowDetails }: EndedActionsProps) {
  const { t, i18n } = useTranslation('preview');
  const isWorthRetrying = generation.status !== 'cancelled' && !inputCauses.has(generation.error?.code ?? '');
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {isWorthRetrying ? (
        <Button size="sm" onClick={() => onRetry(generation)}>
          {t('retry', {
            credits: formatCredits(generation.credits.cost, i18n.language),
            count: generation.credits.cost,
          })}
        </Button>
      ) : (
        <Link {...regenerateTarget(generation)} className={buttonVariants('secondary', 'sm')}>
          {t('edit')}
        </Link>
      )}
      <Button variant="ghost" size="sm" onClick={() => onShowDetails(generation)}>
        {t('details')}
      </Button>
    </div>
  );
}

/** The ids and time that support asks for. */
function GenerationDisclosure({ generation }: { generation: PublicGeneration }) {
  const { t, i18n } = useTranslation('preview');
  const { id, provider_request_id: providerId, finished_at, created_at } = generation;
  return (
    <div className="mt-2">
      <Collapsible title={t('record')}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
          <dt className="text-ink-faint">{t('jobId')}</dt>
          <dd className="font-mono wrap-anywhere">{id}</dd>
          {providerId ? (
            <>
              <dt className="text-ink-faint">{t('providerId')}</dt>
              <dd className="font-mono wrap-anywhere">{providerId}</dd>
            </>
          ) : null}
          <dt className="text-ink-faint">{t('time')}</dt>
          <dd>{formatDate(finished_at ?? created_at, i18n.language)}</dd>
        </dl>
      </Collapsible>
    </div>
  );
}
