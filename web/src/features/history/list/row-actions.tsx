import type { PublicGeneration } from '@atelier/contract';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import { ButtonAction, DownloadAction, RegenerateAction } from '#product/generation/actions/actions.tsx';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { downloadName } from '#product/generation/outputs.ts';
import { ShareAction } from '#product/share/share-action.tsx';

type RowActionsProps = { generation: PublicGeneration; onDelete: () => void; isIcon?: boolean };

/** The actions of a finished video or image. */
export function RowActions({ generation, onDelete, isIcon }: RowActionsProps) {
  const { t } = useTranslation('history');
  const output = generation.outputs.find(({ url }) => url !== null);
  const prompt = makeExcerpt(generation.prompt, 60);
  return (
    <>
      {output?.url ? (
        <DownloadAction
          url={output.url}
          fileName={downloadName(generation, output)}
          isIcon={isIcon}
          label={t('actions.download')}
          name={t('actions.downloadOf', { prompt })}
        />
      ) : null}
      <RegenerateAction
        isIcon={isIcon}
        generation={generation}
        label={t('actions.regenerate')}
        name={t('actions.regenerateOf', { prompt })}
      />
      <ShareAction
        isIcon={isIcon}
        generation={generation}
        label={t('actions.share')}
        name={t('actions.shareOf', { prompt })}
      />
      <DeleteAction prompt={prompt} onDelete={onDelete} isIcon={isIcon} />
    </>
  );
}

type DeleteActionProps = { prompt: string; onDelete: () => void; isIcon?: boolean };

export function DeleteAction({ prompt, onDelete, isIcon }: DeleteActionProps) {
  const { t } = useTranslation('history');
  return (
    <ButtonAction
      Icon={Trash2}
      isIcon={isIcon}
      label={t('actions.delete')}
      name={t('actions.deleteOf', { prompt })}
      onClick={onDelete}
    />
  );
}
