import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { buttonVariants } from '#ui/button.tsx';
import { FavoriteStar } from '../list/favorite-star.tsx';
import { DeleteAction } from '../list/row-actions.tsx';

type AnalysisActionsProps = { generation: PublicGeneration; onDelete: () => void };

/** Asking again fills the form with the image and the question, and with nothing else of the analysis. */
export function AnalysisActions({ generation, onDelete }: AnalysisActionsProps) {
  const { t } = useTranslation('history');
  const question = makeExcerpt(generation.prompt, 60);
  const { image } = generation.input;
  return (
    <>
      <FavoriteStar generation={generation} />
      <Link
        to="/creator/image-understanding"
        search={{ ...(typeof image === 'string' ? { image } : {}), question: generation.prompt }}
        aria-label={t('types.image-understanding.againOf', { question })}
        className={buttonVariants('ghost', 'sm')}
      >
        <RefreshCw size={16} aria-hidden="true" />
        {t('types.image-understanding.again')}
      </Link>
      <DeleteAction prompt={question} onDelete={onDelete} />
    </>
  );
}
