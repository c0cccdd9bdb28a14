import type { Frame } from 'node-av';
import { FilterAPI } from 'node-av/api';
import { threadCount, turnFilter } from '../captions/burn-captions.ts';
import { readMatrix } from '../cut/fit-picture.ts';
import { hasAlpha } from '../transparency.ts';
import { type Film, readAllPictures, type Size } from './open-film.ts';

/** How the pictures of an animation are made small. */
export type Smallness = {
  maxSidePx: number;
  /** Most pictures a second. */
  maxFps: number;
  /** The end of the filter, which says in which format the pictures are. */
  toFormat: (picture: { hasAlpha: boolean }) => string;
};

/**
 * Pictures of a film as players show them, made small, from time 0 on; the caller frees them. Null is the end. Throws
 * TimeIsUp at `until`, and an error when nothing can be decoded.
 */
export function* showSmall(film: Film, smallness: Smallness, until: number): Generator<Frame | null> {
  let filter: FilterAPI | undefined;
  try {
    for (const picture of readAllPictures(film, until)) {
      filter ??= FilterAPI.create(writeFilter(film, picture, smallness), { threads: threadCount });
      yield* filter.processAllSync(picture);
    }
    if (filter) yield* filter.flushFramesSync();
    yield null;
  } finally {
    filter?.close();
  }
}

function writeFilter(film: Film, picture: Frame, { maxSidePx, maxFps, toFormat }: Smallness): string {
  const { width, height } = fitWithin(film.size, maxSidePx);
  const { maxFps: rate = 0 } = film.source.measured;
  return [
    'setpts=PTS-STARTPTS,',
    slowDown(rate, maxFps),
    turnFilter(film.turn),
    `scale=${width}:${height}:flags=bicubic+accurate_rnd:in_color_matrix=${readMatrix(picture)}:`,
    `${toFormat({ hasAlpha: hasAlpha(picture) })},setsar=1`,
  ].join('');
}

function fitWithin({ width, height }: Size, maxSidePx: number): Size {
  const scale = Math.min(1, maxSidePx / Math.max(width, height));
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: toPixels(width), height: toPixels(height) };
}

/** Share of the most pictures a second that is enough for leaving pictures out evenly, which looks smoother. */
const leastShare = 0.58;
/** Part of a rate that is rounding. */
const slack = 0.02;

/** Keeps every second or third picture where that is enough; otherwise as many as are allowed, at uneven distances. */
function slowDown(rate: number, maxFps: number): string {
  const every = Math.ceil(rate / maxFps - slack);
  if (every <= 1) return '';
  return rate / every >= leastShare * maxFps ? `select=not(mod(n\\,${every})),` : `fps=${maxFps},`;
}
