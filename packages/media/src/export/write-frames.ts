import { join } from 'node:path';
import type { Frame } from 'node-av';
import { FilterAPI } from 'node-av/api';
import sharp from 'sharp';
import { threadCount, turnFilter } from '../captions/burn-captions.ts';
import { readMatrix } from '../cut/fit-picture.ts';
import { decodePictures, readTime } from '../cut/read-pictures.ts';
import { hasAlpha } from '../transparency.ts';
import { type Film, openFilm } from './open-film.ts';

/** How far the pictures of a file are written: how many there are so far, and when the last of them begins. */
export type FramePlace = { count: number; time: number };

export type FramesRequest = {
  path: string;
  /** Exists; gets `frame-00001.png` and so on. */
  folder: string;
  /** Where a call before has ended; absent for the beginning. */
  after?: FramePlace;
  /** The most that a file may have: pictures, and pixels of all of them together. */
  maxFrames: number;
  maxPixels: number;
  /** When a call ends and leaves the rest to the next one: after so many pixels, or so long. It writes one picture at least. */
  piecePixels: number;
  pieceMs: number;
};

export type WrittenFrames =
  /** Names of the files, in order. `after` is for the next call, and absent when all are written. */
  | { ok: true; names: string[]; after?: FramePlace }
  /** More than the limits of the request. */
  | { ok: false; reason: 'too_large' };

/**
 * Writes pictures of a video or gif as PNG in their full size, as players show them: each once, however long it is shown. A
 * call writes a piece of them. Throws when no picture can be decoded.
 */
export async function writeFrames(request: FramesRequest): Promise<WrittenFrames> {
  const { path, folder, after, maxFrames, maxPixels, piecePixels, pieceMs } = request;
  const until = performance.now() + pieceMs;
  const film = await openFilm(path, maxPixels);
  if (!film || film.source.measured.frames > maxFrames) return { ok: false, reason: 'too_large' };
  const pixels = film.size.width * film.size.height;
  const names: string[] = [];
  using pngs = openPngs(film);
  for (const picture of readAfter(film, after)) {
    using current = picture;
    const count = (after?.count ?? 0) + names.length + 1;
    const name = `frame-${String(count).padStart(5, '0')}.png`;
    await pngs.write(current, join(folder, name));
    names.push(name);
    if (names.length * pixels >= piecePixels || performance.now() > until)
      return { ok: true, names, after: { count, time: readTime(current) } };
  }
  if (!after && names.length === 0) throw new Error('No picture could be decoded');
  return { ok: true, names };
}

function* readAfter({ source }: Film, after: FramePlace | undefined): Generator<Frame> {
  for (const picture of decodePictures(source, after?.time ?? source.times[0] ?? 0)) {
    if (!after || readTime(picture) > after.time) yield picture;
    else picture.free();
  }
}

/** More would take much longer, for files that are hardly smaller. */
const compressionLevel = 2;

function openPngs({ turn, size: { width, height } }: Film) {
  let filter: FilterAPI | undefined;
  const convert = (picture: Frame): Frame => {
    filter ??= FilterAPI.create(
      [
        `${turnFilter(turn)}scale=${width}:${height}:flags=bicubic+accurate_rnd+full_chroma_int`,
        `:in_color_matrix=${readMatrix(picture)}:out_range=pc,format=${hasAlpha(picture) ? 'rgba' : 'rgb24'}`,
      ].join(''),
      { threads: threadCount },
    );
    const [converted, ...more] = filter.processAllSync(picture);
    for (const each of more) each.free();
    if (!converted) throw new Error('The picture could not be converted');
    return converted;
  };
  return {
    async write(picture: Frame, path: string): Promise<void> {
      const channels = hasAlpha(picture) ? 4 : 3;
      using converted = convert(picture);
      const raw = { width, height, channels } as const;
      await sharp(converted.toBuffer(), { raw }).png({ compressionLevel }).toFile(path);
    },
    [Symbol.dispose]: () => filter?.close(),
  };
}
