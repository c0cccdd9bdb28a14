import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, isAppError, maxImagePixels, maxImageSidePx, maxImageUploadBytes } from '@atelier/contract';
import type { ImageType } from '@atelier/media';
import { countBytes, getWorkFolder, streamFile, temporaryName } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';
import { unreadableFile } from './accepted-type.ts';

export type RewrittenImage = {
  contentType: ImageType;
  width: number;
  height: number;
  source: Readable;
  maxBytes: number;
};

/** A re-encoded image may be larger than the uploaded one: a safety bound, not a limit for users. */
const maxRewrittenBytes = 134_217_728;

/**
 * Re-encodes an image, which drops metadata and anything hidden in the file, and passes it to `use`. `contentType` asks
 * for a certain format. Temporary files are removed before this returns. Throws AppError: unsupported_file, size_limit,
 * body_too_large.
 */
export async function rewriteImage<Result>(
  { env, media }: Pick<ApiDeps, 'media'> & { env: Pick<ApiDeps['env'], 'DATA_DIR'> },
  source: Readable,
  { contentType }: { contentType?: ImageType },
  use: (image: RewrittenImage) => Promise<Result>,
): Promise<Result> {
  const folder = join(getWorkFolder(env), temporaryName());
  const [inputPath, outputPath] = [join(folder, 'in'), join(folder, 'out')];
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(source, countBytes(maxImageUploadBytes).stream, createWriteStream(inputPath));
    const limits = { maxSidePx: maxImageSidePx, maxPixels: maxImagePixels };
    const image = await media
      .normalizeImage({ inputPath, outputPath, contentType, ...limits })
      .catch((error: unknown) => {
        throw isAppError(error) && error.code === 'media_unreadable' ? unreadableFile('image', error) : error;
      });
    if (!image.ok) {
      throw new AppError('size_limit', {
        message: `The image is too large: it may have at most ${maxImageSidePx} px a side and ${maxImagePixels / 1_000_000} megapixels`,
        details: { max_side_px: maxImageSidePx, max_pixels: maxImagePixels },
      });
    }
    return await use({ ...image, source: streamFile(outputPath), maxBytes: maxRewrittenBytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
