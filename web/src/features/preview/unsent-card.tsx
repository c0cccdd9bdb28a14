import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import CloudOff from 'lucide-react/icons/cloud-off';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { forgetUnsent } from '#product/generation/store/unsent-submissions.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';

type UnsentCardProps = {
  generation: PublicGeneration;
  /** The error code of the last attempt. */
  code: string;
  /** Sends it again, as the same submission. */
  onRetry: (generation: PublicGeneration) => void;
};

/**
 * A submission that did not go through: it can be sent again, taken back into the form, or dismissed. One of a model that
 * was closed meanwhile leads to the form of its successor instead.
 */
export function UnsentCard({ generation, code, onRetry }: UnsentCardProps) {
  const { t, i18n } = useTranslation(['preview', 'messages', 'kinds']);
  const { id, kind, prompt, credits } = generation;
  const again = useRegenerateTarget(generation);
  const closure = useKindClosures().get(kind);
  const isClosed = closure?.is_closed === true;
  const successor = isClosed ? closure.successor : null;
  const formatTitle = (id: string) => t(`kinds:kinds.${id}.title`, { defaultValue: id });
  const dismiss = () => {
    forgetUnsent(id);
    // The pressed button is gone.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <div className="@container relative flex animate-arrive items-start gap-3 rounded-lg bg-warn-soft p-4">
      <CloudOff size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-warn-text" />
      <div className="grid min-w-0 flex-1 gap-3 @lg:flex @lg:items-center @lg:justify-between @lg:gap-4">
        <div className="min-w-0">
          <h3 className="pr-8 font-semibold @lg:pr-0">{t('preview:unsent.title')}</h3>
          <p className="text-sm text-ink-soft">
            {t(`messages:error.${isClosed ? 'kind_closed' : code}`, {
              defaultValue: t('messages:error.internal_error'),
            })}
          </p>
          <p title={prompt || formatTitle(kind)} dir="auto" className="mt-1 truncate text-sm text-ink-faint">
            {prompt || formatTitle(kind)}
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-2 @lg:pr-9">
          {isClosed ? null : (
            <Button size="sm" onClick={() => onRetry(generation)}>
              {t('preview:retry', {
                credits: formatCredits(credits.cost, i18n.language),
                count: credits.cost,
              })}
            </Button>
          )}
          <Link {...again} className={buttonVariants(isClosed ? 'secondary' : 'ghost', 'sm')}>
            {successor ? t('preview:continue', { name: formatTitle(successor) }) : t('preview:unsent.edit')}
          </Link>
        </div>
      </div>
      <IconButton
        isSmall
        label={t('preview:unsent.dismiss')}
        tooltipSide="below-end"
        onClick={dismiss}
        className="absolute! top-3 right-3 @lg:top-1/2 @lg:-translate-y-1/2"
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
