import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import Info from 'lucide-react/icons/info';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Tag from 'lucide-react/icons/tag';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '#product/generation/favorite-button.tsx';
import { downloadName } from '#product/generation/file-names.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { regenerateTarget } from '#product/generation/regenerate.ts';
import { UsesMenu } from '#product/generation/uses-menu.tsx';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { refreshImageHistory } from './image-history-query.ts';

/** On a phone all of them stand in one row. */
const narrow = 'max-sm:px-2.5!';

type ViewerActionsProps = {
  generation: PublicGeneration;
  output: ShownOutput;
  onDetails: (id: string) => void;
  onTag: (id: string) => void;
  onDelete: (id: string) => void;
};

/** What can be done with the image that is looked at. On a phone the signs stand alone. */
export function ViewerActions({ generation, output, onDetails, onTag, onDelete }: ViewerActionsProps) {
  const { t } = useTranslation(['image-history', 'preview']);
  const { id } = generation;
  return (
    <>
      <FavoriteButton key={id} generation={generation} variant="icon" onChanged={refreshImageHistory} />
      <Button look="ghost" className={narrow} onClick={() => onTag(id)}>
        <Tag size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('tags.edit')}</span>
      </Button>
      <a
        href={output.url}
        download={downloadName(generation, output)}
        className={buttonLook('ghost', 'md', narrow)}
      >
        <Download size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('viewer.download')}</span>
      </a>
      <Link {...regenerateTarget(generation)} className={buttonLook('ghost', 'md', narrow)}>
        <RefreshCw size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('viewer.regenerate')}</span>
      </Link>
      <UsesMenu output={output} label={t('preview:uses.title')} />
      <Button look="ghost" className={narrow} onClick={() => onDetails(id)}>
        <Info size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('viewer.details')}</span>
      </Button>
      <Button look="ghost" className={narrow} onClick={() => onDelete(id)}>
        <Trash2 size={18} aria-hidden="true" />
        <span className="max-sm:sr-only">{t('viewer.delete')}</span>
      </Button>
    </>
  );
}
