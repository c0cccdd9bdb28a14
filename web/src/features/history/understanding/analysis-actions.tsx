import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';

type AnalysisActionsProps = { generation: PublicGeneration; onDelete: () => void };

/** Asking again takes the image and the question back to the form. The visible word starts each accessible name. */
export function AnalysisActions({ generation, onDelete }: AnalysisActionsProps) {
  const { t } = useTranslation('history');
  const question = excerptOf(generation.prompt, 60);
  const { image } = generation.input;
  return (
    <>
      <Link
        to="/creator/image-understanding"
        search={{ ...(typeof image === 'string' ? { image } : {}), question: generation.prompt }}
        aria-label={t('types.image-understanding.againOf', { question })}
        className={buttonLook('ghost', 'sm')}
      >
        <RefreshCw size={16} aria-hidden="true" />
        {t('types.image-understanding.again')}
      </Link>
      <Button
        look="ghost"
        size="sm"
        aria-label={t('actions.deleteOf', { prompt: question })}
        onClick={onDelete}
      >
        <Trash2 size={16} aria-hidden="true" />
        {t('actions.delete')}
      </Button>
    </>
  );
}
