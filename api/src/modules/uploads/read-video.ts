import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAppError, maxVideoUploadBytes } from '@atelier/contract';
import type { ContentType } from '@atelier/media';
import { countBytes, getWorkFolder, temporaryName } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';
import { isAccepted, unreadableFile, unsupportedFile } from './accepted-type.ts';

/** A machine with other things to do reads a good video slowly, and calling it damaged would be final. */
const readTimeoutMs = 45_000;

/**
 * Reads a video as a program that is paid for it would, and passes it to `use`: what is cut off or damaged costs nothing
 * that way. The temporary file is removed before this returns. Throws AppError: unsupported_file, body_too_large.
 */
export async function readVideo<Result>(
  { env, media }: Pick<ApiDeps, 'media'> & { env: Pick<ApiDeps['env'], 'DATA_DIR'> },
  source: Readable,
  use: (video: { path: string; contentType: ContentType }) => Promise<Result>,
): Promise<Result> {
  const folder = join(getWorkFolder(env), temporaryName());
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'video');
    await pipeline(source, countBytes(maxVideoUploadBytes).stream, createWriteStream(path));
    const { contentType } = await media.probe(path, { timeoutMs: readTimeoutMs }).catch((error: unknown) => {
      throw isAppError(error) && error.code === 'media_unreadable' ? unreadableFile('video', error) : error;
    });
    if (!isAccepted(contentType, 'video')) throw unsupportedFile('video');
    return await use({ path, contentType });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
