import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { tileRatio } from '#product/media/index.ts';
import { getLibraryType } from '#product/media-facts.build.ts';
import { deleteWithUndo } from '../deletion/deletions.ts';
import { useWidth } from '../grid/element-size.ts';
import { useFocusOnTile } from '../grid/focus-on-tile.ts';
import { findBox, layOutRows } from '../grid/layout/justified-rows.ts';
import { moveByArrow, type PlacedRow } from '../grid/layout/move-by-arrow.ts';
import { selectByTouch } from '../grid/selecting/touch-selection.ts';
import { pressTile } from '../grid/tiles/press-tile.ts';
import { type TileBox, TilePlace } from '../grid/tiles/tile.tsx';
import type { TileActions } from '../grid/tiles/tile-overlay.tsx';
import { refreshLibrary } from '../history-key.ts';
import { LibraryChanges } from '../library-changes.tsx';
import { useSelection } from '../selection/selection.ts';

/** A work keeps its key when the server has given it an id. */
type Work = { key: string; generation: PublicGeneration };

type NewestWorksProps = {
  medium: PublicGeneration['medium'];
  /** Finished and running works, the newest first. */
  works: readonly Work[];
  renderRunning: (generation: PublicGeneration, heightPx: number) => ReactNode;
  /** A work beside them that is selected with them. */
  large: PublicGeneration | undefined;
  largeRef: Ref<{ isSelecting: boolean; toggle: () => void }>;
  onLarge: (isSelected: boolean) => void;
};

/** Height of the bar with the button, above which the tools of a selection lie. */
const barRoom = { '--bar-height': 'var(--sticky-bar-height)' } as CSSProperties;

/** The newest part of the library on another page: its tiles, with their selection and keys, and what runs among them. */
export function NewestWorks({ medium, works, renderRunning, large, largeRef, onLarge }: NewestWorksProps) {
  const { t } = useTranslation('preview');
  const headingRef = useRef<HTMLHeadingElement>(null);
  const selection = useSelection();
  const { open } = useGenerationAddress();
  const [deleting, setDeleting] = useState<PublicGeneration>();
  const [taggedIds, setTaggedIds] = useState<readonly string[]>([]);
  const all = useMemo(() => works.map(({ generation }) => generation), [works]);
  const rest = useMemo(() => all.filter(({ status }) => hasEnded(status)), [all]);
  const actions = useTileActions({
    onOpen: ({ id }) => open({ id }),
    onDelete: setDeleting,
    onToggle: ({ id }, _place, isRange) => selection.toggle(rest, id, isRange),
    onChanged: () => void refreshLibrary(),
  });
  const { isSelecting } = selection;
  const isLargeSelected = large !== undefined && selection.isSelected(large.id);
  useEffect(() => onLarge(isLargeSelected), [onLarge, isLargeSelected]);
  useImperativeHandle(largeRef, () => ({
    isSelecting,
    toggle: () => {
      if (large && hasEnded(large.status)) selection.toggle([large], large.id, false);
    },
  }));
  const type = getLibraryType[medium];
  return (
    <section aria-labelledby="newest-works" data-selecting={isSelecting || undefined} style={barRoom}>
      <div className="flex items-baseline justify-between gap-4 pb-2 text-sm">
        <h3 ref={headingRef} id="newest-works" tabIndex={-1} className="font-semibold outline-none">
          {t('newest')}
        </h3>
        <Link
          to="/creator/history/$type"
          params={{ type }}
          className="rounded-sm text-ink-soft hover:text-ink"
        >
          {t('library')}
        </Link>
      </div>
      <Rows
        works={works}
        renderRunning={renderRunning}
        actions={actions}
        isSelecting={isSelecting}
        isSelected={selection.isSelected}
        onSelectAll={() => selection.togglePage(rest)}
      />
      <LibraryChanges
        type={type}
        rest={rest}
        all={all}
        selection={selection}
        onSelectAll={async () => selection.togglePage(rest)}
        isPaged
        onDelete={deleteWithUndo}
        headingRef={headingRef}
        deleting={deleting}
        taggedIds={taggedIds}
        onAsk={setDeleting}
        onTag={setTaggedIds}
      />
    </section>
  );
}

type RowsProps = Pick<NewestWorksProps, 'works' | 'renderRunning'> & {
  actions: TileActions;
  isSelecting: boolean;
  isSelected: (id: string) => boolean;
  onSelectAll: () => void;
};

/** Rows that are in the window as the page opens: their pictures come first. */
const rowsInWindow = 2;

function Rows(props: RowsProps) {
  const { works, renderRunning, actions, isSelecting, isSelected, onSelectAll } = props;
  const ref = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(ref);
  const [current, setCurrent] = useState<string>();
  const focusWhenShown = useFocusOnTile(ref, (title) => title.scrollIntoView({ block: 'nearest' }));
  const ratios = useKeptRatios(works);
  const { rows, heightPx } = useMemo(() => layOut(ratios, widthPx), [ratios, widthPx]);
  const isTile = ({ generation }: Work) => hasEnded(generation.status);
  const tabStop = works.some(({ key }) => key === current) ? current : works.find(isTile)?.key;
  const generationAt = (place: number) => works[place]?.generation;
  useTouch(ref, { actions, isSelecting, isSelected, generationAt });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the tiles in it have the focus
    <div
      ref={ref}
      className="relative [-webkit-touch-callout:none]"
      style={{ height: heightPx }}
      onKeyDown={(event) => {
        const next = pressTile(event, {
          generationAt,
          nextPlace: (place, key) => nextTile(rows, works, place, key),
          selectAll: onSelectAll,
          isSelecting,
          actions,
        });
        if (next === undefined) return;
        setCurrent(works[next]?.key);
        focusWhenShown(next);
      }}
      onFocus={(event) => {
        const place = event.target.closest<HTMLElement>('[data-place]')?.dataset.place;
        if (place !== undefined) setCurrent(works[Number(place)]?.key);
      }}
    >
      {rows.flatMap((row, rowPlace) =>
        row.places.map((place, at) => {
          const work = works[place];
          if (!work) return null;
          const { key, generation } = work;
          const box = findBox(row, at);
          return isTile(work) ? (
            <TilePlace
              key={key}
              {...box}
              generation={generation}
              place={place}
              isInWindow={rowPlace < rowsInWindow}
              isSelected={isSelected(generation.id)}
              isCurrent={key === tabStop}
              actions={actions}
            />
          ) : (
            <div key={key} className="absolute" style={toStyle(box)}>
              {renderRunning(generation, box.heightPx)}
            </div>
          );
        }),
      )}
    </div>
  );
}

const toStyle = ({ leftPx, topPx, widthPx, heightPx }: TileBox) => ({
  left: leftPx,
  top: topPx,
  width: widthPx,
  height: heightPx,
});

/** The shape of each work when it was first seen: a tile does not move as its result arrives. */
function useKeptRatios(works: readonly Work[]): readonly number[] {
  const [kept, setKept] = useState<ReadonlyMap<string, number>>(new Map());
  const isWhole = works.every(({ key }) => kept.has(key));
  const known = isWhole
    ? kept
    : new Map(works.map(({ key, generation }) => [key, kept.get(key) ?? tileRatio(generation)]));
  if (!isWhole) setKept(known);
  return useMemo(() => works.map(({ key }) => known.get(key) ?? 1), [works, known]);
}

type LaidOut = { rows: readonly (PlacedRow & { heightPx: number })[]; heightPx: number };

function layOut(ratios: readonly number[], widthPx: number): LaidOut {
  if (widthPx === 0) return { rows: [], heightPx: 0 };
  const isNarrow = widthPx < 480;
  const space = { widthPx, targetPx: isNarrow ? 128 : 152, gapPx: isNarrow ? 4 : 8 };
  const rows = layOutRows(ratios, space, true).map(({ start, end, ...row }) => ({
    ...row,
    places: Array.from({ length: end - start }, (_, at) => start + at),
  }));
  const last = rows.at(-1);
  return { rows, heightPx: last ? last.topPx + last.heightPx : 0 };
}

/** The next finished work in the direction of an arrow. */
function nextTile(rows: LaidOut['rows'], works: readonly Work[], place: number, key: string) {
  const finished = works.flatMap(({ generation }, at) => (hasEnded(generation.status) ? [at] : []));
  if (key === 'Home') return finished[0];
  if (key === 'End') return finished.at(-1);
  if (!key.startsWith('Arrow')) return undefined;
  let next: number | undefined = place;
  do next = moveByArrow(rows, next, key as Parameters<typeof moveByArrow>[2]);
  while (next !== undefined && !finished.includes(next));
  return next;
}

type Touched = Pick<RowsProps, 'actions' | 'isSelecting' | 'isSelected'> & {
  generationAt: (place: number) => PublicGeneration | undefined;
};

function useTouch(ref: { current: HTMLElement | null }, touched: Touched): void {
  const latest = useEffectEvent(() => touched);
  useEffect(() => {
    if (!ref.current) return;
    return selectByTouch(ref.current, () => {
      const { actions, ...rest } = latest();
      return { ...rest, toggle: (generation, place) => actions.onToggle(generation, place, false) };
    });
  }, [ref]);
}

/** The same object in every render, because tiles are drawn again when it changes. */
function useTileActions(actions: TileActions): TileActions {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  return useMemo(
    () => ({
      onOpen: (generation) => latest.current.onOpen(generation),
      onToggle: (generation, place, isRange) => latest.current.onToggle(generation, place, isRange),
      onDelete: (generation) => latest.current.onDelete(generation),
      onChanged: () => latest.current.onChanged(),
    }),
    [],
  );
}
