import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote } from '../failure-note.tsx';
import { ImagePicture } from '../generation-picture.tsx';
import { TitleButton } from '../generation-row.tsx';
import { nameSize } from './filter-labels.ts';
import { FavoriteStar, type ImageHandlers, SelectBox } from './image-controls.tsx';

const maxPromptLength = 60;
const maxErrorLength = 100;

type ImageTileProps = ImageHandlers & { generation: PublicGeneration };

/** A generation in the grid. All of it opens the images; the box and the star lie above. */
export function ImageTile({ generation, isSelected, isSelecting, onToggle, onOpen }: ImageTileProps) {
  const { t } = useTranslation('preview');
  const { prompt, status, model, width, height, is_favorite: isFavorite } = generation;
  const { figures } = nameSize(`${width}x${height}`);
  const overlay = 'absolute! top-1.5 z-10 rounded-md bg-canvas/75';
  const whenPointedAt =
    'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';
  return (
    <article
      data-record={generation.id}
      className={classNames(
        'group relative flex min-w-0 flex-col gap-1.5 rounded-lg',
        isSelected && 'outline-2 outline-offset-2 outline-accent-text',
      )}
    >
      <ImagePicture generation={generation} />
      <h3 className="px-1 text-sm font-medium">
        <TitleButton
          onOpen={onOpen}
          className="line-clamp-3 after:rounded-lg focus-visible:after:outline-offset-2"
        >
          {excerptOf(prompt, maxPromptLength)}
        </TitleButton>
      </h3>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-xs text-ink-faint">
        {status === 'completed' ? null : <StatusBadge status={status} />}
        <span>{modelName(model)}</span>
        {width && height ? <span className="whitespace-nowrap">{figures}</span> : null}
      </div>
      {status === 'completed' ? null : (
        <div className="px-1">
          <FailureNote generation={generation} maxLength={maxErrorLength} />
        </div>
      )}
      <SelectBox
        prompt={prompt}
        isSelected={isSelected}
        onToggle={onToggle}
        className={classNames(overlay, 'left-1.5', !isSelecting && whenPointedAt)}
      />
      <FavoriteStar
        generation={generation}
        className={classNames(overlay, 'right-1.5', !isFavorite && whenPointedAt)}
      />
      {isFavorite ? <span className="sr-only">{t('favorite.on')}</span> : null}
    </article>
  );
}
