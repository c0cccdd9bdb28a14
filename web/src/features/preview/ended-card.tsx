import type { PublicGeneration } from '@atelier/contract';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { useTranslation } from 'react-i18next';
import { EndedActions } from './ended-actions.tsx';
import { PromptLine } from './prompt-line.tsx';
import { RecordFold } from './record-fold.tsx';

type EndedCardProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** A job without a result: failed, or cancelled. What it cost and what helps now. */
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
          <RecordFold generation={generation} />
        </div>
      </div>
    </div>
  );
}
