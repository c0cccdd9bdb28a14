import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { downloadName } from '#product/generation/file-names.ts';
import { regenerateTarget } from '#product/generation/regenerate.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';

type RowActionsProps = { generation: PublicGeneration; onDelete: () => void };

/** What can be done with a finished record. The visible word starts each accessible name. */
export function RowActions({ generation, onDelete }: RowActionsProps) {
  const { t } = useTranslation('history');
  const output = generation.outputs.find(({ url }) => url !== null);
  const prompt = excerptOf(generation.prompt, 60);
  return (
    <>
      {output?.url ? (
        <a
          href={output.url}
          download={downloadName(generation, output)}
          aria-label={t('actions.downloadOf', { prompt })}
          className={buttonLook('ghost', 'sm')}
        >
          <Download size={16} aria-hidden="true" />
          {t('actions.download')}
        </a>
      ) : null}
      <Link
        {...regenerateTarget(generation)}
        aria-label={t('actions.regenerateOf', { prompt })}
        className={buttonLook('ghost', 'sm')}
      >
        <RefreshCw size={16} aria-hidden="true" />
        {t('actions.regenerate')}
      </Link>
      <Button look="ghost" size="sm" aria-label={t('actions.deleteOf', { prompt })} onClick={onDelete}>
        <Trash2 size={16} aria-hidden="true" />
        {t('actions.delete')}
      </Button>
    </>
  );
}
