import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Layers from 'lucide-react/icons/layers';
import { memo, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBatchOnce } from '#product/batches/use-batch-name.ts';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { modelName } from '#product/generation/model-name.ts';
import { useAwaited, useTurn } from '#product/generation/pictures/generation-picture.tsx';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { mediumViews } from '#product/media/index.ts';
import { classNames } from '#ui/class-names.ts';
import { prefersStill } from '#ui/prefers-still.ts';
import { TitleLink } from '../../list/generation-row.tsx';
import { RowActions } from '../../list/row-actions.tsx';
import { SelectBox } from '../../selection/select-box.tsx';

/** Actions of the tiles of a grid; the same object as long as the grid is open. */
export type TileActions = {
  onOpen: (generation: PublicGeneration) => void;
  /** `isRange`: everything from the one that was toggled before. */
  onToggle: (generation: PublicGeneration, place: number, isRange: boolean) => void;
  onDelete: (generation: PublicGeneration) => void;
  onChanged: () => void;
};

export type TileBox = { leftPx: number; topPx: number; widthPx: number; heightPx: number };

type TileProps = TileBox & {
  generation: PublicGeneration;
  place: number;
  isSelected: boolean;
  /** Something is selected: the boxes are always visible then. */
  isSelecting: boolean;
  /** The only one that Tab stops at. */
  isCurrent: boolean;
  /** Its picture comes before those of the others. */
  isUrgent: boolean;
  actions: TileActions;
};

/** Smaller tiles have no room for more than the prompt. */
const least = { widthPx: 100, areaPx: 22_000 };

type TilePlaceProps = Omit<TileProps, 'generation' | 'isUrgent'> & {
  generation: PublicGeneration | undefined;
  isInWindow: boolean;
};

/** A place in the grid. Its generation, once it is loaded, is drawn at once in the window; around it, once the window is whole. */
export const TilePlace = memo(function TilePlace({ generation, isInWindow, ...rest }: TilePlaceProps) {
  const isTurn = useTurn(isInWindow);
  const later = useDeferredValue(isTurn ? generation : undefined, undefined);
  const shown = isInWindow || rest.isCurrent ? generation : later;
  useAwaited(isInWindow && !generation);
  // As it was when the picture was asked for; a later change has no effect.
  const [isUrgent] = useState(isInWindow);
  return shown ? <Tile {...rest} generation={shown} isUrgent={isUrgent} /> : <EmptyTile {...rest} />;
});

/** A generation in the grid. All of it opens the generation; the box, the star and the actions lie above. */
const Tile = memo(function Tile(props: TileProps) {
  const { generation, place, isSelected, isCurrent, isUrgent, actions, leftPx, topPx, widthPx, heightPx } =
    props;
  const { t } = useTranslation('history');
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const { Picture } = mediumViews[generation.medium];
  const isActive = isPointed || isFocused;
  const prompt = makeExcerpt(generation.prompt, tilePromptLength) || t('withoutPrompt');
  const isRoomy = widthPx >= least.widthPx && widthPx * heightPx >= least.areaPx;
  // The pictures of all tiles come before what lies above them; the tile that may have the focus is whole at once.
  const isWhole = useDeferredValue(true, isCurrent) || isCurrent;
  return (
    <article
      aria-label={prompt}
      data-generation={generation.id}
      data-place={place}
      draggable
      onPointerEnter={(event) => setPointed(event.pointerType === 'mouse')}
      onPointerLeave={() => setPointed(false)}
      onFocus={(event) => setFocused(event.target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
      className={classNames(
        'group absolute overflow-hidden rounded-md bg-stage',
        isSelected && 'outline-3 -outline-offset-3 outline-accent-text',
      )}
      style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}
    >
      <Picture
        widthPx={widthPx}
        heightPx={heightPx}
        generation={generation}
        size="tile"
        isPlaying={isActive && !prefersStill()}
        loading={isUrgent ? 'now' : 'soon'}
      />
      {isActive ? (
        <TileOverlay prompt={prompt} generation={generation} isRoomy={isRoomy} onDelete={actions.onDelete} />
      ) : null}
      {isWhole ? <TileControls {...props} prompt={prompt} isActive={isActive} /> : null}
    </article>
  );
});

/** Leads to the batch that a generation is one line of; a favorite says how many takes it was kept among. */
function BatchBadge({ id, isFavorite, tabIndex }: { id: string; isFavorite: boolean; tabIndex: number }) {
  const { t } = useTranslation('history');
  const { lines = 1, sets = 1 } = useBatchOnce(isFavorite ? id : '') ?? {};
  const count = Math.round(lines / sets);
  const label = count > 1 ? t('ofTakes', { count }) : t('ofBatch');
  return (
    <Link
      to="/creator/batches/{-$id}"
      params={{ id }}
      tabIndex={tabIndex}
      draggable={false}
      aria-label={label}
      title={label}
      className="absolute top-11 right-1 z-20 flex h-7 min-w-7 items-center justify-center gap-1 rounded-md bg-canvas/75 px-1.5 text-xs text-ink"
    >
      <Layers size={15} aria-hidden="true" />
      {count > 1 ? count : null}
    </Link>
  );
}

/** All of the tile opens it; the box and the star lie above, where they are pointed at or say something. */
function TileControls(props: TileProps & { prompt: string; isActive: boolean }) {
  const { generation, place, prompt, isActive, isSelected, isSelecting, isCurrent, actions } = props;
  const tabIndex = isCurrent ? 0 : -1;
  const hidden = !isActive && 'opacity-0 focus-within:opacity-100 pointer-coarse:opacity-100';
  return (
    <>
      <span className="sr-only">
        <StatusBadge status={generation.status} />
      </span>
      <h3 className="absolute inset-0 overflow-hidden">
        <TitleLink
          id={generation.id}
          takesKeys
          tabIndex={tabIndex}
          onOpen={(event) => {
            const isSelection = event.ctrlKey || event.metaKey || event.shiftKey;
            if (isSelection) actions.onToggle(generation, place, event.shiftKey);
            else actions.onOpen(generation);
          }}
          className="size-full text-transparent after:rounded-md focus-visible:after:-outline-offset-3"
        >
          {prompt}
        </TitleLink>
      </h3>
      <SelectBox
        prompt={generation.prompt}
        isSelected={isSelected}
        tabIndex={tabIndex}
        onToggle={(isRange) => actions.onToggle(generation, place, isRange)}
        className={classNames('absolute! top-1 left-1 z-20 rounded-md bg-canvas/75', !isSelecting && hidden)}
      />
      {generation.batch_id ? (
        <BatchBadge id={generation.batch_id} isFavorite={generation.is_favorite} tabIndex={tabIndex} />
      ) : null}
      {generation.is_favorite || isActive || isCurrent ? (
        <FavoriteButton
          generation={generation}
          tabIndex={tabIndex}
          onChanged={actions.onChanged}
          className={classNames(
            'absolute! top-1 right-1 z-20 rounded-md bg-canvas/75',
            !generation.is_favorite && hidden,
          )}
        />
      ) : null}
    </>
  );
}

type TileOverlayProps = {
  prompt: string;
  generation: PublicGeneration;
  isRoomy: boolean;
  onDelete: TileActions['onDelete'];
};

/** Prompt and actions over a tile while it is pointed at or focused. */
function TileOverlay({ prompt, generation, isRoomy, onDelete }: TileOverlayProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0 z-20 animate-arrive bg-canvas/85 px-2.5 pt-2 pb-1.5">
      <p
        title={prompt}
        aria-hidden="true"
        dir="auto"
        className="line-clamp-2 text-sm font-medium wrap-anywhere"
      >
        {prompt}
      </p>
      {isRoomy ? (
        <>
          <p title={modelName(generation.model)} className="truncate text-xs text-ink-soft">
            {modelName(generation.model)}
          </p>
          <div className="pointer-events-auto -ml-2 flex w-fit flex-wrap">
            <RowActions generation={generation} onDelete={() => onDelete(generation)} isIcon />
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Where a generation is that has not been loaded yet. */
function EmptyTile({ place, leftPx, topPx, widthPx, heightPx }: TileBox & { place: number }) {
  return (
    <div
      data-place={place}
      className="absolute rounded-md bg-raised"
      style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}
    />
  );
}
