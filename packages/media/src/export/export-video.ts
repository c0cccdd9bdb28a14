import { openFilm, TimeIsUp } from './open-film.ts';
import { writeGif, writeWebp } from './write-animation.ts';
import { writeWebm } from './write-webm.ts';

export type ExportRequest = {
  path: string;
  outputPath: string;
  format: keyof typeof writers;
  /** The most that is read and written: pixels of all pictures of the file together, and the time for them. */
  maxPixels: number;
  maxMs: number;
};

export type ExportedVideo =
  | { ok: true; contentType: (typeof writers)[keyof typeof writers]['contentType'] }
  /** More than the limits of the request. */
  | { ok: false; reason: 'too_large' };

const writers = {
  webm: { write: writeWebm, contentType: 'video/webm' },
  gif: { write: writeGif, contentType: 'image/gif' },
  webp: { write: writeWebp, contentType: 'image/webp' },
} as const;

/**
 * Writes a video or gif again in another format, as players show it. WebM keeps its size, its rate and its sound; gif has at
 * most 15 pictures a second and 640 pixels on the longer side, WebP 20 and 720; both loop for ever. Throws for a file without
 * a picture.
 */
export async function exportVideo(request: ExportRequest): Promise<ExportedVideo> {
  const { path, outputPath, format, maxPixels, maxMs } = request;
  const until = performance.now() + maxMs;
  const film = await openFilm(path, maxPixels);
  if (!film) return { ok: false, reason: 'too_large' };
  const { write, contentType } = writers[format];
  try {
    await write(film, outputPath, until);
    return { ok: true, contentType };
  } catch (error) {
    if (error instanceof TimeIsUp) return { ok: false, reason: 'too_large' };
    throw error;
  }
}
