import { type CountedDay, generationsPerCall } from '../feed/loaded-days.ts';
import { estimateRowsHeight, type Space } from './justified-rows.ts';

export const headingPx = 52;
/** So wide is a day at least that shares a row with others: its name is above it. */
export const leastDayPx = 116;

/** A day, or a page of a long one. */
export type Part = Readonly<{
  key: string;
  day: CountedDay;
  dayIndex: number;
  /** Its first place in the day, and how many follow. */
  offset: number;
  count: number;
  isFirstOfDay: boolean;
  isLastOfDay: boolean;
}>;

/** Unit that is laid out, loaded and dropped together: one part, or several days so short that they can share rows. */
export type Block = Readonly<{
  key: string;
  parts: readonly Part[];
  /** Its first place, and how many follow. */
  start: number;
  count: number;
  /** Height, estimated from the number of its generations. */
  estimatedPx: number;
}>;

/** Returns the gap between two days that share a row. */
export function dayGapPx({ gapPx }: Space): number {
  return 3 * gapPx;
}

/** Divides days, the newest first, into blocks; `ratio` is about that of their generations. */
export function layOutBlocks(days: readonly CountedDay[], ratio: number, space: Space): Block[] {
  const blocks: Block[] = [];
  let short: Part[] = [];
  const endShort = () => {
    blocks.push(...sharedBlocks(short, ratio, space));
    short = [];
  };
  for (const [index, day] of days.entries()) {
    const parts = listParts(day, index);
    const [first] = parts;
    if (first && parts.length === 1 && dayWidthPx(day.count, ratio, space) <= space.widthPx) {
      if (short[0] && short[0].day.name.slice(0, 4) !== day.name.slice(0, 4)) endShort();
      short.push(first);
      continue;
    }
    endShort();
    for (const part of parts) blocks.push(layOutBlock([part], ratio, space));
  }
  endShort();
  return blocks;
}

/**
 * Short days of a year, as many generations a block as one call reads. Counted from the oldest: a new day at the top changes
 * only the first block.
 */
function sharedBlocks(parts: readonly Part[], ratio: number, space: Space): Block[] {
  const blocks: Block[] = [];
  let shared: Part[] = [];
  let count = 0;
  for (const part of parts.toReversed()) {
    if (count + part.count > generationsPerCall && shared.length > 0) {
      blocks.unshift(layOutBlock(shared, ratio, space));
      shared = [];
      count = 0;
    }
    shared.unshift(part);
    count += part.count;
  }
  if (shared.length > 0) blocks.unshift(layOutBlock(shared, ratio, space));
  return blocks;
}

function listParts(day: CountedDay, dayIndex: number): Part[] {
  const pages = Math.ceil(day.count / generationsPerCall);
  return Array.from({ length: pages }, (_, page) => ({
    key: `${day.name}/${page}`,
    day,
    dayIndex,
    offset: page * generationsPerCall,
    count: Math.min(generationsPerCall, day.count - page * generationsPerCall),
    isFirstOfDay: page === 0,
    isLastOfDay: page === pages - 1,
  }));
}

function layOutBlock(parts: readonly Part[], ratio: number, space: Space): Block {
  const [first] = parts;
  return {
    // The oldest: others may arrive before it.
    key: parts.at(-1)?.key ?? '',
    parts,
    start: first ? first.day.start + first.offset : 0,
    count: parts.reduce((sum, part) => sum + part.count, 0),
    estimatedPx: estimate(parts, ratio, space),
  };
}

function estimate(parts: readonly Part[], ratio: number, space: Space): number {
  const [first] = parts;
  if (first && parts.length === 1) {
    const rowsPx = estimateRowsHeight(first.count, ratio, space, first.isLastOfDay);
    return (first.isFirstOfDay ? headingPx : 0) + rowsPx + space.gapPx;
  }
  const gapPx = dayGapPx(space);
  const widthPx = parts.reduce((sum, { count }) => sum + dayWidthPx(count, ratio, space) + gapPx, 0);
  return Math.ceil(widthPx / (space.widthPx + gapPx)) * (headingPx + space.targetPx + space.gapPx);
}

function dayWidthPx(count: number, ratio: number, { targetPx, gapPx }: Space): number {
  return Math.max(leastDayPx, count * (ratio * targetPx + gapPx) - gapPx);
}
