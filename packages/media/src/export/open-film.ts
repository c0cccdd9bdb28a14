import type { Frame } from 'node-av';
import { measureSource, type Source } from '../cut/measure-source.ts';
import { decodePictures } from '../cut/read-pictures.ts';
import { findPicture, openMedia } from '../open-media.ts';
import { readTurn, shownSize, type Turn } from '../rotation.ts';

export type Size = { width: number; height: number };

/** A video or gif that is written again. */
export type Film = {
  source: Source;
  turn: Turn;
  /** Size in square pixels, as players show it. */
  size: Size;
};

/** Most pixels of one picture, the same as for an image. */
const maxPicturePixels = 40_000_000;

/**
 * Measures a file; undefined when all of its pictures have more than `maxPixels`, or one has more than an image may have.
 * Throws when it has no picture.
 */
export async function openFilm(path: string, maxPixels: number): Promise<Film | undefined> {
  const source = await measureSource(path);
  await using media = await openMedia(path, source.contentType);
  const picture = findPicture(media);
  const turn = readTurn(picture);
  const { width, height, sampleAspectRatio } = picture.codecpar;
  const { num, den } = sampleAspectRatio;
  const aspect = num > 0 && den > 0 ? num / den : 1;
  const size = shownSize(
    { width: Math.round(width * Math.max(1, aspect)), height: Math.round(height * Math.max(1, 1 / aspect)) },
    turn,
  );
  const pixels = size.width * size.height;
  const isTooLarge = pixels > maxPicturePixels || pixels * source.measured.frames > maxPixels;
  return isTooLarge ? undefined : { source, turn, size };
}

/** Thrown where a file is read when the time for it is up. */
export class TimeIsUp extends Error {}

/**
 * All pictures of a file as they are stored, each there until the next one is taken. Throws TimeIsUp at `until`, by the
 * clock of `performance`, and an error when nothing can be decoded.
 */
export function* readAllPictures({ source }: Film, until: number): Generator<Frame> {
  let isEmpty = true;
  for (const picture of decodePictures(source, source.times[0] ?? 0)) {
    using current = picture;
    if (performance.now() > until) throw new TimeIsUp();
    isEmpty = false;
    yield current;
  }
  if (isEmpty) throw new Error('No picture could be decoded');
}
