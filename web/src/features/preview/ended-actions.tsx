import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format/format-credits.ts';
import { regenerateTarget } from '#product/generation/regenerate.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';

/** Causes that the same input would meet again: there the form helps, not another try. */
const inputCauses = new Set(['provider_rejected', 'content_policy', 'validation_failed', 'media_unreadable']);

type EndedActionsProps = {
  generation: PublicGeneration;
  onRetry: (generation: PublicGeneration) => void;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** The one action that helps, and the way to the receipt. */
export function EndedActions({ generation, onRetry, onShowDetails }: EndedActionsProps) {
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
        <Link {...regenerateTarget(generation)} className={buttonLook('secondary', 'sm')}>
          {t('edit')}
        </Link>
      )}
      <Button look="ghost" size="sm" onClick={() => onShowDetails(generation)}>
        {t('details')}
      </Button>
    </div>
  );
}
