import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Layers from 'lucide-react/icons/layers';
import Star from 'lucide-react/icons/star';
import { memo, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBatchOnce } from '#product/batches/use-batch-name.ts';
import { makeExcerpt, tilePromptLength } from '#product/generation/excerpt.ts';
import { useAwaited, useTurn } from '#product/generation/pictures/generation-picture.tsx';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { mediumViews } from '#product/media/index.ts';
import { isHeard } from '#product/media-facts.build.ts';
import { classNames } from '#ui/class-names.ts';
import { prefersStill } from '#ui/prefers-still.ts';
import { TitleLink } from '../../list/generation-row.tsx';
import { SelectBox } from '../../selection/select-box.tsx';
import { isSelectingPress } from '../../selection/selection.ts';
import { type TileActions, TileOverlay } from './tile-overlay.tsx';

export type TileBox = { leftPx: number; topPx: number; widthPx: number; heightPx: number };

type TileProps = TileBox & {
  generation: PublicGeneration;
  place: number;
  isSelected: boolean;
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

/**
 * A place in the grid. Its generation, once it is loaded, is drawn at once in the window; around it, once the window is
 * whole.
 */
export const TilePlace = memo(function TilePlace({ generation, isInWindow, ...rest }: TilePlaceProps) {
  const isTurn = useTurn(isInWindow);
  const later = useDeferredValue(isTurn ? generation : undefined, undefined);
  const shown = isInWindow || rest.isCurrent ? generation : later;
  useAwaited(isInWindow && !generation);
  // Urgency as it was when the picture was asked for; a later change has no effect.
  const [isUrgent] = useState(isInWindow);
  return shown ? <Tile {...rest} generation={shown} isUrgent={isUrgent} /> : <EmptyTile {...rest} />;
});

/** A generation in the grid. All of it opens the generation; the box and the actions lie above. */
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
      data-chosen={isSelected || undefined}
      className="group absolute isolate overflow-hidden rounded-md bg-stage"
      style={{ left: leftPx, top: topPx, width: widthPx, height: heightPx }}
    >
      <div className="tile-picture">
        <Picture
          generation={generation}
          size="tile"
          isPlaying={isActive && !prefersStill()}
          loading={isUrgent ? 'now' : 'soon'}
        />
        {generation.is_favorite && !isActive ? (
          <Star
            size={14}
            aria-hidden="true"
            className={classNames(
              'absolute bottom-2 fill-current text-on-accent',
              // Its button that plays is at the left.
              isHeard[generation.medium] ? 'right-2' : 'left-2',
            )}
          />
        ) : null}
      </div>
      {isWhole ? <TileControls {...props} prompt={prompt} isActive={isActive} /> : null}
      {isActive ? (
        <TileOverlay
          prompt={prompt}
          generation={generation}
          isRoomy={isRoomy}
          heightPx={heightPx}
          actions={actions}
        />
      ) : null}
    </article>
  );
});

type BatchBadgeProps = { id: string; isFavorite: boolean; tabIndex: number; className: string | undefined };

/** Leads to the batch that a generation is one line of; a favorite says how many takes it was kept among. */
function BatchBadge({ id, isFavorite, tabIndex, className }: BatchBadgeProps) {
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
      className={classNames(
        'absolute top-1 right-1 z-30 flex h-7 min-w-7 items-center justify-center gap-1 rounded-md bg-canvas/75 px-1.5 text-xs text-ink',
        className,
      )}
    >
      <Layers size={15} aria-hidden="true" />
      {count > 1 ? count : null}
    </Link>
  );
}

/** All of the tile opens it; the box and the batch lie above, where it is pointed at, and the box while one selects. */
function TileControls(props: TileProps & { prompt: string; isActive: boolean }) {
  const { generation, place, prompt, isActive, isSelected, isCurrent, actions } = props;
  const tabIndex = isCurrent ? 0 : -1;
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
            if (isSelectingPress(event)) actions.onToggle(generation, place, event.shiftKey);
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
        className={classNames('absolute! top-0 left-0 z-30', !isActive && 'tile-control tile-check')}
      />
      {generation.batch_id ? (
        <BatchBadge
          id={generation.batch_id}
          isFavorite={generation.is_favorite}
          tabIndex={tabIndex}
          className={isActive ? undefined : 'tile-control'}
        />
      ) : null}
    </>
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
