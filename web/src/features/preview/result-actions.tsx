import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Info from 'lucide-react/icons/info';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '#product/generation/favorite-button.tsx';
import { shownOutputs } from '#product/generation/outputs.ts';
import { regenerateTarget } from '#product/generation/regenerate.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { OutputActions } from './output-actions.tsx';
import { ShareButton } from './share-button.tsx';

type ResultActionsProps = {
  generation: PublicGeneration;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** What can be done with a result. Each of several files has its own download and uses where it is shown. */
export function ResultActions({ generation, onShowDetails }: ResultActionsProps) {
  const { t } = useTranslation('preview');
  const [first, second] = shownOutputs(generation);
  return (
    <div className="mt-2 -ml-3 flex flex-wrap gap-1">
      {first && !second ? <OutputActions generation={generation} output={first} /> : null}
      <Link {...regenerateTarget(generation)} className={buttonLook('ghost', 'sm')}>
        <RefreshCw size={16} aria-hidden="true" />
        {t('regenerate')}
      </Link>
      {generation.medium === 'image' ? <FavoriteButton generation={generation} variant="labelled" /> : null}
      <ShareButton generation={generation} />
      <Button look="ghost" size="sm" onClick={() => onShowDetails(generation)}>
        <Info size={16} aria-hidden="true" />
        {t('details')}
      </Button>
    </div>
  );
}
