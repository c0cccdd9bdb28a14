import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { excerptOf } from '#product/generation/excerpt.ts';
import { FavoriteButton } from '#product/generation/favorite-button.tsx';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote } from '../failure-note.tsx';
import { RecordPicture } from '../generation-picture.tsx';
import { nameSize } from './filter-labels.ts';
import { refreshImageHistory } from './image-history-query.ts';
import type { RecordHandlers } from './record-handlers.ts';
import { SelectBox } from './select-box.tsx';

/** product-2 section 9. */
const maxPromptLength = 60;
const maxErrorLength = 100;

type ImageTileProps = RecordHandlers & { generation: PublicGeneration };

/** A record in the grid. All of it opens the record; box and star lie above. */
export function ImageTile({ generation, isSelected, isSelecting, onToggle, onOpen }: ImageTileProps) {
  const { t } = useTranslation(['image-history', 'preview']);
  const { prompt, status, model, width, height } = generation;
  const { figures } = nameSize(`${width}x${height}`);
  const overlay = 'absolute! top-1.5 z-10 rounded-md bg-canvas/75';
  const whenPointedAt =
    'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100';
  return (
    <article
      className={classNames(
        'group relative flex min-w-0 flex-col gap-1.5 rounded-lg',
        isSelected && 'outline-2 outline-offset-2 outline-accent-text',
      )}
    >
      <RecordPicture generation={generation} />
      <h3 className="px-1 text-sm font-medium">
        <button
          type="button"
          onClick={onOpen}
          aria-haspopup="dialog"
          className="line-clamp-3 w-full text-left wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent-text"
        >
          {excerptOf(prompt, maxPromptLength)}
        </button>
      </h3>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-xs text-ink-faint">
        {status === 'completed' ? null : <StatusBadge status={status} />}
        <span>{model}</span>
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
      <FavoriteButton
        generation={generation}
        variant="icon"
        onChanged={refreshImageHistory}
        className={classNames(overlay, 'right-1.5', !generation.is_favorite && whenPointedAt)}
      />
      {generation.is_favorite ? <span className="sr-only">{t('preview:favorite.on')}</span> : null}
    </article>
  );
}
