import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '#lib/store.ts';
import { useTop } from './element-size.ts';
import type { LibraryFeed } from './feed/library-feed.ts';
import type { CountedDay } from './feed/loaded-days.ts';
import { type Block, headingPx } from './layout/grid-blocks.ts';
import { chooseOrigin, computeGrid, type GridLayout, maxWindowPx } from './layout/grid-layout.ts';
import type { Space } from './layout/justified-rows.ts';
import {
  chooseBlocks,
  coveredPx,
  type PlaceInView,
  type ShownBlock,
  showBlock,
} from './layout/visible-blocks.ts';

/** How far the window may scroll before what is rendered is chosen again. */
const stepPx = 150;
/** Distance between what is revealed and the end of the window. */
const belowPx = 24;

/** Place that stays put while heights above it change, as its day and its distance from the day's oldest generation. */
type Anchor = { day: string; fromOldest: number; topPx: number };

export type GridWindow = {
  grid: GridLayout;
  shown: readonly ShownBlock[];
  /** Height of the element that holds the grid, which is a part of it if all of it would be too high for a browser. */
  heightPx: number;
  /** Where that element begins in the grid. */
  originPx: number;
  /** The top of the window, from the top of the grid; negative above it. */
  topPx: number;
  isAtTop: boolean;
  /** Shows this height of the grid below the bars at the top of the window. */
  goTo: (px: number) => void;
  /** Scrolls as little as possible to have a place in the window. */
  reveal: (place: number) => void;
};

type GridWindowSettings = {
  space: Space;
  isAlwaysUnfolded: boolean;
  /** A place that is rendered wherever it is, because it has the focus. */
  focused: number | undefined;
};

/** The part of the grid that is in the window. It stays where it is when something above is loaded, corrected or arrives. */
export function useGridWindow(
  feed: LibraryFeed,
  ref: RefObject<HTMLElement | null>,
  { space, isAlwaysUnfolded, focused }: GridWindowSettings,
): GridWindow {
  const position = usePosition();
  const { viewPx } = position;
  const { grid, first, last, topPx } = useMeasuredGrid(feed, { space, isAlwaysUnfolded }, position);
  const gridTopPx = useTop(ref);
  const originPx = grid.totalPx <= maxWindowPx ? 0 : position.origin;
  useFollowing(feed, grid, position, { gridTopPx, originPx });
  useStayInPlace(grid, position, { topPx, gridTopPx, originPx });

  const goTo = (px: number) => {
    const wanted = Math.max(0, Math.min(px, grid.totalPx - window.innerHeight / 2));
    const next = placeAtHeight(grid, wanted - coveredPx);
    // Read at once, while the window is still on its way.
    feed.wantFrom(next.place);
    position.setOrigin((known) => chooseOrigin(known, wanted, grid.totalPx));
    position.setJump(next);
  };
  const reveal = (place: number) => {
    const rowPx = grid.placeTop(place);
    const endPx = rowPx + grid.measureHeight(place) + belowPx;
    const top = window.scrollY - gridTopPx + originPx;
    // The heading of its day is over the rows.
    if (rowPx < top + coveredPx + headingPx) goTo(rowPx - headingPx);
    else if (endPx > top + window.innerHeight) goTo(endPx - window.innerHeight + coveredPx);
  };

  const blocks = grid.blocks.slice(first, last + 1);
  const edges = { from: topPx, to: topPx + viewPx.height };
  const shown = blocks.map((_, at) => showBlock(grid, first + at, edges, focused));
  useWantedPlaces(feed, grid, blocks, shown);
  if (focused !== undefined) {
    const index = grid.indexOf(focused);
    if (index < first || index > last) shown.push(showBlock(grid, index, edges, focused));
  }
  return {
    grid,
    shown: shown.flatMap((each) => (each ? [{ ...each, topPx: each.topPx - originPx }] : [])),
    heightPx: Math.min(grid.totalPx, maxWindowPx),
    originPx,
    topPx,
    isAtTop: topPx <= 0,
    goTo,
    reveal,
  };
}

/** Has the generations of these blocks read, those of the window first. */
function useWantedPlaces(
  feed: LibraryFeed,
  { loaded }: GridLayout,
  blocks: readonly Block[],
  shown: readonly (ShownBlock | undefined)[],
) {
  const from = blocks[0]?.start ?? 0;
  const last = blocks.at(-1);
  const to = last ? last.start + last.count : from;
  const inWindow = shown.flatMap((block) => [...(block?.rowsInWindow ?? [])].flatMap(({ places }) => places));
  const firstInWindow = inWindow[0] ?? from;
  const afterWindow = (inWindow.at(-1) ?? from) + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days may have the same places
  useEffect(
    () => feed.want({ from, to }, { from: firstInWindow, to: afterWindow }),
    [feed, from, to, firstInWindow, afterWindow, loaded],
  );
}

/** Where the window is over the grid. */
function usePosition() {
  const anchorRef = useRef<Anchor>(undefined);
  const [origin, setOrigin] = useState(0);
  /** The top of the window as of the last time that it had moved far, from the top of the grid. */
  const [viewPx, setViewPx] = useState({ top: -1, height: 0 });
  /** Where the window is to be next. */
  const [jump, setJump] = useState<PlaceInView>();
  return { anchorRef, origin, setOrigin, viewPx, setViewPx, jump, setJump };
}

type Position = ReturnType<typeof usePosition>;

/** The grid, with the blocks in and near the window laid out exactly. Their heights are kept for the next render. */
function useMeasuredGrid(
  feed: LibraryFeed,
  { space, isAlwaysUnfolded }: Pick<GridWindowSettings, 'space' | 'isAlwaysUnfolded'>,
  { viewPx, jump }: Position,
) {
  const { loaded, ratio, unfolded } = useStore(feed.state);
  const [known, setKnown] = useState<{ feed: LibraryFeed; grid: GridLayout | undefined }>({
    feed,
    grid: undefined,
  });
  const before = known.feed === feed ? known.grid : undefined;
  const settings = { space, ratio, unfolded, isAlwaysUnfolded };
  const chosen = chooseBlocks(computeGrid(loaded, settings, before), viewPx, jump);
  const { grid } = chosen;
  if (known.feed !== feed || known.grid !== grid) setKnown({ feed, grid });
  return chosen;
}

type Offsets = {
  /** The distance of the grid from the top of the page. */
  gridTopPx: number;
  originPx: number;
};

/** Notes where the window is as it scrolls. */
function useFollowing(feed: LibraryFeed, grid: GridLayout, position: Position, offsets: Offsets): void {
  const { gridTopPx, originPx } = offsets;
  const { anchorRef, setViewPx, setOrigin, setJump } = position;
  const follow = useEffectEvent(() => {
    const top = window.scrollY - gridTopPx + originPx;
    const height = window.innerHeight;
    anchorRef.current = anchorAt(grid, top);
    setViewPx((known) => {
      const isNear = Math.abs(known.top - top) < stepPx && known.height === height;
      return isNear && known.top > 0 === top > 0 ? known : { top, height };
    });
    const next = chooseOrigin(originPx, Math.max(0, top), grid.totalPx);
    if (next === originPx) return;
    setOrigin(next);
    setJump(placeAtHeight(grid, top));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the window is in another place of another grid
  useEffect(() => {
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [feed, gridTopPx, originPx]);
}

/** Scrolls to where a jump leads; else by as much as what is in the window has moved, before that is painted. */
function useStayInPlace(grid: GridLayout, position: Position, offsets: Offsets & { topPx: number }): void {
  const { jump, setJump, setViewPx, anchorRef } = position;
  const { topPx, originPx, gridTopPx } = offsets;
  useLayoutEffect(() => {
    if (jump) {
      setJump(undefined);
      setViewPx({ top: topPx, height: window.innerHeight });
      anchorRef.current = anchorAt(grid, topPx);
      window.scrollTo({ top: topPx - originPx + gridTopPx, behavior: 'instant' });
      return;
    }
    const kept = anchorRef.current;
    const day = kept && grid.loaded.days.find(({ name }) => name === kept.day);
    if (!kept || !day) return;
    const movedPx = grid.placeTop(locate(kept, day)) - kept.topPx;
    anchorRef.current = { ...kept, topPx: kept.topPx + movedPx };
    if (Math.abs(movedPx) >= 1) window.scrollBy({ top: movedPx, behavior: 'instant' });
  });
}

/** Undefined above the grid, where what is new may push the rest down. */
function anchorAt(grid: GridLayout, px: number): Anchor | undefined {
  if (px <= 0) return undefined;
  const place = grid.placeAt(px);
  const day = grid.loaded.dayAt(place);
  if (!day) return undefined;
  const fromOldest = day.count - (place - day.start);
  return { day: day.name, fromOldest, topPx: grid.placeTop(place) };
}

function placeAtHeight(grid: GridLayout, px: number): PlaceInView {
  const place = grid.placeAt(px);
  return { place, belowPx: px - grid.placeTop(place) };
}

function locate({ fromOldest }: Anchor, day: CountedDay): number {
  return day.start + Math.max(0, day.count - fromOldest);
}
