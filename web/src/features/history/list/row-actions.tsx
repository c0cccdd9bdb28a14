import type { PublicGeneration } from '@atelier/contract';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Trash2 from 'lucide-react/icons/trash-2';
import { useTranslation } from 'react-i18next';
import {
  ButtonAction,
  DownloadAction,
  LinkAction,
  RegenerateAction,
} from '#product/generation/actions/actions.tsx';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { askAgainTarget } from '#product/generation/actions/regenerate.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { downloadName } from '#product/generation/outputs.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { isAnswer } from '#product/transcript/is-answer.ts';
import { refreshLibrary } from '../history-key.ts';

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

/** The actions of a row in the list: a line has room for three. */
export function RowSteps({ generation, onDelete }: Omit<RowActionsProps, 'isIcon'>) {
  const { t } = useTranslation('history');
  const prompt = makeExcerpt(generation.prompt, 60) || t('withoutPrompt');
  return (
    <>
      {/* Counts and filters of the library follow. */}
      <FavoriteButton generation={generation} className="size-8!" onChanged={() => void refreshLibrary()} />
      {isAnswer(generation) ? (
        <LinkAction
          isIcon
          Icon={RefreshCw}
          label={t('types.image-understanding.again')}
          name={t('types.image-understanding.againOf', { question: prompt })}
          target={askAgainTarget(generation)}
        />
      ) : (
        <RegenerateAction
          isIcon
          generation={generation}
          label={t('actions.regenerate')}
          name={t('actions.regenerateOf', { prompt })}
        />
      )}
      <DeleteAction prompt={prompt} onDelete={onDelete} isIcon />
    </>
  );
}

type DeleteActionProps = { prompt: string; onDelete: () => void; isIcon?: boolean };

function DeleteAction({ prompt, onDelete, isIcon }: DeleteActionProps) {
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
