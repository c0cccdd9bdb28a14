import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from '#lib/store.ts';
import type { BlockLayout } from './block-layout.ts';
import type { Block } from './grid-blocks.ts';
import { chooseOrigin, maxWindowPx } from './grid-layout.ts';
import type { Space } from './justified-rows.ts';
import type { LibraryFeed } from './library-feed.ts';
import type { LoadedDay } from './loaded-days.ts';

/** What is rendered above and below the window, and how far it may scroll before that is chosen again. */
const overscanPx = 900;
const stepPx = 150;
/** The header and the search box cover this much of the window. */
export const coveredPx = 132;
/** Between what is revealed and the end of the window. */
const belowPx = 24;

/** What stays in its place while heights above it change: a place as its day and its distance from the day's oldest record. */
type Anchor = { day: string; fromOldest: number; topPx: number };

/** A place, and how far below the top of its row the top of the window is. */
type Place = { place: number; belowPx: number };

/** `rowsInWindow` are drawn at once, the others when there is time for them. */
export type ShownBlock = {
  block: Block;
  layout: BlockLayout;
  topPx: number;
  rowsInWindow: ReadonlySet<BlockLayout['rows'][number]>;
};

export type GridWindow = {
  shown: readonly ShownBlock[];
  /** Of the element that holds the grid, which is a part of it if all of it would be too high for a browser. */
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

/** The part of the grid that is in the window. It stays where it is when something above is loaded, corrected or arrives. */
export function useGridWindow(
  feed: LibraryFeed,
  ref: RefObject<HTMLElement | null>,
  space: Space,
  /** A place that is rendered wherever it is, because it has the focus. */
  focused: number | undefined,
): GridWindow {
  const { layout } = feed;
  useStore(feed.version);
  layout.setSpace(space);
  const position = usePosition(feed, ref);
  const { viewPx, jump, originPx, gridTopPx } = position;
  const { first, last, topPx } = chooseBlocks(feed, viewPx, jump);
  useStayInPlace(feed, position, topPx);

  const { goTo } = position;
  const reveal = useCallback(
    (place: number) => {
      const rowPx = layout.placeTop(place);
      const endPx = rowPx + layout.heightOf(place) + belowPx;
      const top = window.scrollY - gridTopPx + originPx;
      if (rowPx < top + coveredPx) goTo(rowPx);
      else if (endPx > top + window.innerHeight) goTo(endPx - window.innerHeight + coveredPx);
    },
    [layout, gridTopPx, originPx, goTo],
  );

  const blocks = layout.blocks.slice(first, last + 1);
  const edges = { from: topPx, to: topPx + viewPx.height };
  const shown = blocks.map((_, at) => showBlock(feed, first + at, edges, focused));
  useRead(feed, blocks, shown);
  if (focused !== undefined) {
    const index = layout.indexOf(focused);
    if (index < first || index > last) shown.push(showBlock(feed, index, edges, focused));
  }
  return {
    shown: shown.flatMap((each) => (each ? [{ ...each, topPx: each.topPx - originPx }] : [])),
    heightPx: Math.min(layout.totalPx, maxWindowPx),
    originPx,
    topPx,
    isAtTop: topPx <= 0,
    goTo,
    reveal,
  };
}

/** Has the records of these blocks read, those of the window first. */
function useRead(feed: LibraryFeed, blocks: readonly Block[], shown: readonly (ShownBlock | undefined)[]) {
  const version = useStore(feed.version);
  const from = blocks[0]?.start ?? 0;
  const last = blocks.at(-1);
  const to = last ? last.start + last.count : from;
  const inWindow = shown.flatMap((block) => [...(block?.rowsInWindow ?? [])].flatMap(({ places }) => places));
  const firstInWindow = inWindow[0] ?? from;
  const afterWindow = (inWindow.at(-1) ?? from) + 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other days may have the same places
  useEffect(
    () => feed.want({ from, to }, { from: firstInWindow, to: afterWindow }),
    [feed, from, to, firstInWindow, afterWindow, version],
  );
}

type Position = {
  /** The top of the window as of the last time that it had moved far, from the top of the grid. */
  viewPx: { top: number; height: number };
  /** Where the window is to be next. */
  jump: Place | undefined;
  endJump: (topPx: number) => void;
  originPx: number;
  /** The distance of the grid from the top of the page. */
  gridTopPx: number;
  anchor: { current: Anchor | undefined };
  goTo: (px: number) => void;
};

/** Where the window is over the grid. */
function usePosition(feed: LibraryFeed, ref: RefObject<HTMLElement | null>): Position {
  const { layout } = feed;
  const gridTopPx = useGridTop(ref);
  const anchor = useRef<Anchor>(undefined);
  const [origin, setOrigin] = useState(0);
  const [viewPx, setViewPx] = useState({ top: -1, height: 0 });
  const [jump, setJump] = useState<Place>();
  const originPx = layout.totalPx <= maxWindowPx ? 0 : origin;
  useEffect(() => {
    const follow = () => {
      const top = window.scrollY - gridTopPx + originPx;
      const height = window.innerHeight;
      anchor.current = anchorAt(feed, top);
      setViewPx((known) => {
        const isNear = Math.abs(known.top - top) < stepPx && known.height === height;
        return isNear && known.top > 0 === top > 0 ? known : { top, height };
      });
      const next = chooseOrigin(originPx, Math.max(0, top), layout.totalPx);
      if (next === originPx) return;
      setOrigin(next);
      setJump(placeAtHeight(feed, top));
    };
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [feed, layout, gridTopPx, originPx]);
  const goTo = useCallback(
    (px: number) => {
      const wanted = Math.max(0, Math.min(px, layout.totalPx - window.innerHeight / 2));
      const next = placeAtHeight(feed, wanted - coveredPx);
      // Read at once, while the window is still on its way.
      feed.wantFrom(next.place);
      setOrigin((known) => chooseOrigin(known, wanted, layout.totalPx));
      setJump(next);
    },
    [feed, layout],
  );
  const endJump = useCallback((top: number) => {
    setJump(undefined);
    setViewPx({ top, height: window.innerHeight });
  }, []);
  return { viewPx, jump, endJump, originPx, gridTopPx, anchor, goTo };
}

/** The blocks in and near the window, laid out exactly. */
function chooseBlocks(
  { layout }: LibraryFeed,
  viewPx: Position['viewPx'],
  jump: Place | undefined,
): { first: number; last: number; topPx: number } {
  let topPx = viewPx.top;
  let first = 0;
  let last = 0;
  // Correcting a height may bring further blocks into the window.
  do {
    if (jump) topPx = layout.placeTop(jump.place) + jump.belowPx;
    first = layout.indexAt(topPx - overscanPx);
    last = layout.indexAt(topPx + viewPx.height + overscanPx);
  } while (layout.measure(first, last));
  return { first, last, topPx };
}

/** Scrolls to where a jump leads; else by as much as what is in the window has moved, before that is painted. */
function useStayInPlace(feed: LibraryFeed, position: Position, topPx: number): void {
  const { layout, loaded } = feed;
  const { jump, endJump, originPx, gridTopPx, anchor } = position;
  useLayoutEffect(() => {
    if (jump) {
      endJump(topPx);
      anchor.current = anchorAt(feed, topPx);
      window.scrollTo({ top: topPx - originPx + gridTopPx, behavior: 'instant' });
      return;
    }
    const kept = anchor.current;
    const day = kept && loaded.days.find(({ name }) => name === kept.day);
    if (!kept || !day) return;
    const movedPx = layout.placeTop(placeOf(kept, day)) - kept.topPx;
    kept.topPx += movedPx;
    if (Math.abs(movedPx) >= 1) window.scrollBy({ top: movedPx, behavior: 'instant' });
  });
}

/** A block with its rows in and near the window, and the one that has the focus. */
function showBlock(
  { layout }: LibraryFeed,
  index: number,
  edges: { from: number; to: number },
  focused: number | undefined,
): ShownBlock | undefined {
  const block = layout.blocks[index];
  if (!block) return undefined;
  const all = layout.layOut(block);
  const topPx = layout.topOf(index);
  const isWithin = (fromPx: number, toPx: number, px: number) =>
    topPx + fromPx < edges.to + px && topPx + toPx > edges.from - px;
  const hasFocus = (start: number, end: number) => focused !== undefined && focused >= start && focused < end;
  const rowsWithin = (px: number) =>
    all.rows.filter(
      (row) =>
        isWithin(row.topPx, row.topPx + row.heightPx, px) ||
        (focused !== undefined && row.places.includes(focused)),
    );
  const parts = all.parts.filter(
    ({ part: { day, offset, count }, ...part }) =>
      (part.bottomPx > part.topPx && isWithin(part.topPx, part.bottomPx, overscanPx)) ||
      hasFocus(day.start + offset, day.start + offset + count),
  );
  return {
    block,
    layout: { ...all, parts, rows: rowsWithin(overscanPx) },
    topPx,
    rowsInWindow: new Set(rowsWithin(0)),
  };
}

/** Undefined above the grid, where what is new may push the rest down. */
function anchorAt(feed: LibraryFeed, px: number): Anchor | undefined {
  if (px <= 0) return undefined;
  const place = feed.layout.placeAt(px);
  const day = feed.loaded.dayAt(place);
  if (!day) return undefined;
  const fromOldest = day.count - (place - day.start);
  return { day: day.name, fromOldest, topPx: feed.layout.placeTop(place) };
}

function placeAtHeight({ layout }: LibraryFeed, px: number): Place {
  const place = layout.placeAt(px);
  return { place, belowPx: px - layout.placeTop(place) };
}

function placeOf({ fromOldest }: Anchor, day: LoadedDay): number {
  return day.start + Math.max(0, day.count - fromOldest);
}

/** An element's distance from the top of the page, known before the first paint. */
function useGridTop(ref: RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setTopPx(Math.round(element.getBoundingClientRect().top + window.scrollY));
    measure();
    // The page also grows and shrinks above the grid, as generations start and end.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [ref]);
  return topPx;
}

/** The width of an element, known before the first paint; 0 until then. */
export function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [widthPx, setWidthPx] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => setWidthPx(Math.floor(element.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return widthPx;
}
