import type { AudioHistoryRow, PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { namedSoundFile } from '#product/generation/file-names.ts';
import { regenerateSearch } from '#product/generation/regenerate.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { findRefundObstacle } from './request-refund.ts';

const RefundDialog = lazy(async () => ({ default: (await import('./refund-dialog.tsx')).RefundDialog }));

type AudioActionsProps = {
  generation: PublicGeneration;
  row: AudioHistoryRow | undefined;
  onDelete: () => void;
};

/** What can be done with a finished record. The visible word starts each accessible name. */
export function AudioActions({ generation, row, onDelete }: AudioActionsProps) {
  const { t } = useTranslation('audio');
  const [isAsking, setIsAsking] = useState(false);
  const output = generation.outputs[0];
  const prompt = excerptOf(generation.prompt, 60) || t('withoutPrompt');
  return (
    <>
      {output?.url ? (
        <a
          href={output.url}
          download={namedSoundFile(generation.prompt, output)}
          aria-label={t('row.downloadOf', { prompt })}
          className={buttonLook('ghost', 'sm')}
        >
          <Download size={16} aria-hidden="true" />
          {t('download')}
        </a>
      ) : null}
      <Link
        to="/creator/video-to-audio"
        search={regenerateSearch(generation)}
        aria-label={t('row.againOf', { prompt })}
        className={buttonLook('ghost', 'sm')}
      >
        <RefreshCw size={16} aria-hidden="true" />
        {t('again')}
      </Link>
      {row && findRefundObstacle(row) === undefined ? (
        <Button look="ghost" size="sm" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          <Undo2 size={16} aria-hidden="true" />
          {t('refund.ask')}
        </Button>
      ) : null}
      <Button look="ghost" size="sm" aria-label={t('row.deleteOf', { prompt })} onClick={onDelete}>
        <Trash2 size={16} aria-hidden="true" />
        {t('row.delete')}
      </Button>
      {row && isAsking ? (
        <Suspense fallback={null}>
          <RefundDialog row={row} onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
