import type { PublicGeneration } from '@atelier/contract';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleSlash from 'lucide-react/icons/circle-slash';
import { useTranslation } from 'react-i18next';
import {
  FieldReasons,
  ModelReason,
  useFailureSentence,
} from '#product/generation/progress/failure-cause.tsx';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button } from '#ui/button.tsx';

type FailedPanelProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onReset: () => void;
};

/** Why there is no answer, the credits that were returned, and a reset; a retry unless the form says that its model is closed. */
export function FailedPanel({ generation, onRetry, onReset }: FailedPanelProps) {
  const { t } = useTranslation('understanding');
  const sentence = useFailureSentence(generation);
  const { kind, error, credits, prompt, status } = generation;
  const isClosed = useKindClosures().get(kind)?.is_closed;
  const isCancelled = status === 'cancelled';
  const Icon = isCancelled ? CircleSlash : CircleAlert;
  return (
    <article aria-label={prompt} className="rounded-lg bg-surface p-5">
      <div className="flex items-start gap-3">
        <Icon
          size={20}
          aria-hidden="true"
          className={isCancelled ? 'mt-0.5 shrink-0 text-ink-faint' : 'mt-0.5 shrink-0 text-danger-text'}
        />
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t(isCancelled ? 'cancelled' : 'failed.title')}</h3>
          {isCancelled ? null : (
            <p role="alert" className="mt-1 text-ink-soft">
              {sentence}
            </p>
          )}
          <FieldReasons error={error} />
          <ModelReason error={error} />
          {credits.released > 0 ? (
            <p className="mt-1 font-medium text-ok-text">{t('returned', { count: credits.released })}</p>
          ) : null}
          <p dir="auto" className="mt-4 border-t border-line pt-4 text-ink-soft wrap-anywhere">
            {prompt}
          </p>
          <div className="mt-4 flex flex-wrap gap-2">
            {isClosed ? null : (
              <Button size="sm" onClick={() => onRetry(generation)}>
                {t('failed.retry', { count: credits.cost })}
              </Button>
            )}
            <Button variant="ghost" size="sm" onClick={onReset}>
              {t('failed.reset')}
            </Button>
          </div>
        </div>
      </div>
    </article>
  );
}
