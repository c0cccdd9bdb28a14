import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isAppError, maxAudioUploadSeconds, maxUploadBytes, type UploadAccept } from '@atelier/contract';
import type { ContentType, MediaFacts } from '@atelier/media';
import { countBytes, getWorkFolder, temporaryName } from '@atelier/storage';
import type { ApiDeps } from '../../deps.ts';
import { isAccepted, overlongFile, silentFile, unreadableFile, unsupportedFile } from './accepted-type.ts';

export type Recording = { path: string; contentType: ContentType; durationSeconds: number | undefined };

/** A machine with other things to do reads a good video slowly, and calling it damaged would be final. */
export const readTimeoutMs = 45_000;

/**
 * Reads a video or a sound as a program that is paid for it would, and passes it to `use`: what is cut off, damaged or
 * silent costs nothing that way. The temporary file is removed before this returns. Throws AppError: unsupported_file,
 * size_limit, body_too_large.
 */
export async function readRecording<Result>(
  { env, media }: Pick<ApiDeps, 'media'> & { env: Pick<ApiDeps['env'], 'DATA_DIR'> },
  { source, accept }: { source: Readable; accept: UploadAccept },
  use: (recording: Recording) => Promise<Result>,
): Promise<Result> {
  const folder = join(getWorkFolder(env), temporaryName());
  try {
    await mkdir(folder, { recursive: true });
    const path = join(folder, 'recording');
    await pipeline(source, countBytes(maxUploadBytes(accept)).stream, createWriteStream(path));
    const facts = await media.probe(path, { timeoutMs: readTimeoutMs }).catch(asUnreadable(accept));
    const { contentType, durationSeconds } = facts;
    if (!isAccepted(contentType, accept)) throw unsupportedFile(accept);
    if (contentType.startsWith('audio/')) await requireSound(media, { path, accept, facts });
    return await use({ path, contentType, durationSeconds });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Sound = { path: string; accept: UploadAccept; facts: MediaFacts };

/** Decodes a sound of a length that is taken to its end. */
async function requireSound(media: ApiDeps['media'], { path, accept, facts }: Sound): Promise<void> {
  if ((facts.most.seconds ?? 0) > maxAudioUploadSeconds) throw overlongFile();
  const options = { timeoutMs: readTimeoutMs };
  const { seconds, isSilent } = await media.measureSound(path, options).catch(asUnreadable(accept));
  if (seconds > maxAudioUploadSeconds) throw overlongFile();
  if (isSilent) throw silentFile();
}

const asUnreadable = (accept: UploadAccept) => (error: unknown) => {
  throw isAppError(error) && error.code === 'media_unreadable' ? unreadableFile(accept, error) : error;
};
