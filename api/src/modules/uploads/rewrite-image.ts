import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, isAppError, maxImagePixels, maxImageSidePx, maxImageUploadBytes } from '@atelier/contract';
import type { ImageType } from '@atelier/media';
import { countBytes, temporaryName, workFolderOf } from '@atelier/storage';
import { unsupportedFile } from './accepted-type.ts';
import type { UploadDeps } from './upload-deps.ts';

export type RewrittenImage = {
  contentType: ImageType;
  width: number;
  height: number;
  source: Readable;
  maxBytes: number;
};

/** A picture written anew may need more bytes than the one that came: a bound, not a limit for users. */
const maxRewrittenBytes = 134_217_728;

/**
 * Gives `use` the picture of an image file and nothing else that was in it (S15); `contentType` is what to write, when
 * it matters. Its temporary files are gone when this returns. Throws AppError: unsupported_file, size_limit,
 * body_too_large.
 */
export async function rewriteImage<Result>(
  { env, media }: Pick<UploadDeps, 'env' | 'media'>,
  source: Readable,
  { contentType }: { contentType?: ImageType },
  use: (image: RewrittenImage) => Promise<Result>,
): Promise<Result> {
  const folder = join(workFolderOf(env), temporaryName());
  const [inputPath, outputPath] = [join(folder, 'in'), join(folder, 'out')];
  try {
    await mkdir(folder, { recursive: true });
    await pipeline(source, countBytes(maxImageUploadBytes).stream, createWriteStream(inputPath));
    const limits = { maxSidePx: maxImageSidePx, maxPixels: maxImagePixels };
    const image = await media
      .normalizeImage({ inputPath, outputPath, contentType, ...limits })
      .catch((error: unknown) => {
        throw isAppError(error) && error.code === 'media_unreadable'
          ? unsupportedFile('image', error)
          : error;
      });
    if (!image.ok) {
      throw new AppError('size_limit', {
        details: { max_side_px: maxImageSidePx, max_pixels: maxImagePixels },
      });
    }
    return await use({ ...image, source: createReadStream(outputPath), maxBytes: maxRewrittenBytes });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
