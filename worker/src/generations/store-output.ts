import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ProviderFile } from '@atelier/catalog';
import { AppError, isAppError } from '@atelier/contract';
import { type GenerationRow, insertOutput, type OutputRow } from '@atelier/db';
import { countBytes, newKey, openResult, temporaryName } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';
import { emptyOutput } from './empty-output.ts';

/** Larger than anything the models make; a bound against a result that never ends. */
const maxResultBytes = 1_073_741_824;
const downloadTimeoutMs = 120_000;

type Copied = { position: number; file: ProviderFile };

/**
 * Copies one file of a result to our storage with its poster, reads its real size and length from it, and stores the
 * output. A flagged image is black and not kept: its row says so. Throws AppError: result_copy_failed when the file
 * itself is no good, provider_unavailable or unavailable while it cannot be fetched or kept, result_url_rejected.
 */
export async function copyOutput(
  deps: WorkerDeps,
  row: GenerationRow,
  { position, file }: Copied,
): Promise<void> {
  const empty = { ...emptyOutput(row, position), original_url: file.url };
  if (file.isFlagged) {
    await insertOutput(deps.db.pool, { ...empty, is_flagged: true });
    return;
  }
  const folder = await makeFolder(deps);
  try {
    const path = join(folder, 'file');
    const posterPath = join(folder, 'poster.webp');
    await download(deps, file.url, path);
    const facts = await readMedia(deps, path, posterPath);
    await keep(
      deps,
      { path, posterPath: facts.poster && posterPath },
      {
        ...empty,
        content_type: facts.contentType,
        storage_key: newKey(row.user_id, facts.contentType),
        poster_key: facts.poster ? newKey(row.user_id, 'image/webp') : null,
        placeholder: facts.poster?.placeholder ?? null,
        bytes: facts.bytes,
        width: facts.width ?? null,
        height: facts.height ?? null,
        duration_seconds: facts.durationSeconds ?? null,
        fps: facts.fps ?? null,
        peaks: facts.peaks ?? null,
      },
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder({ settings }: WorkerDeps): Promise<string> {
  try {
    await mkdir(settings.workDir, { recursive: true });
    return await mkdtemp(join(settings.workDir, temporaryName()));
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}

async function download(deps: WorkerDeps, url: string, path: string): Promise<void> {
  const source = await openResult(url, {
    allowedHosts: deps.settings.resultHosts,
    timeoutMs: downloadTimeoutMs,
  });
  try {
    await pipeline(source.stream, countBytes(maxResultBytes).stream, createWriteStream(path));
  } catch (error) {
    if (isAppError(error)) throw new AppError('result_copy_failed', { cause: error });
    // Our own disk names the call that failed; a connection that broke off does not.
    const isOurs = error instanceof Error && 'syscall' in error;
    throw new AppError(isOurs ? 'unavailable' : 'provider_unavailable', { cause: error });
  }
}

/** A file that cannot be read is not a result that anybody should pay for. */
async function readMedia(deps: WorkerDeps, path: string, posterPath: string) {
  try {
    const facts = await deps.media.probe(path);
    const isSound = facts.contentType.startsWith('audio/');
    return {
      ...facts,
      poster: isSound ? undefined : await deps.media.poster(path, posterPath),
      peaks: isSound ? await deps.media.peaks(path) : undefined,
    };
  } catch (error) {
    if (isAppError(error) && error.code === 'media_unreadable') {
      throw new AppError('result_copy_failed', { cause: error });
    }
    throw error;
  }
}

/** Files first, row last; files that no row names in the end are removed. */
async function keep(
  deps: WorkerDeps,
  { path, posterPath }: { path: string; posterPath: string | undefined },
  output: OutputRow,
): Promise<void> {
  let isStored = false;
  try {
    await put(deps, output.storage_key, path, output.content_type);
    if (posterPath) await put(deps, output.poster_key, posterPath, 'image/webp');
    isStored = await insertOutput(deps.db.pool, output);
  } finally {
    if (!isStored) await discard(deps, [output.storage_key, output.poster_key]);
  }
}

async function put(deps: WorkerDeps, key: string | null, path: string, contentType: string): Promise<void> {
  if (key === null) return;
  try {
    await deps.store.put(key, createReadStream(path), { contentType, maxBytes: maxResultBytes });
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}

async function discard(deps: WorkerDeps, keys: readonly (string | null)[]): Promise<void> {
  for (const key of keys) {
    if (key === null) continue;
    await deps.store.delete(key).catch((error: unknown) => {
      deps.log.warn({ err: error, storageKey: key }, 'a file that belongs to no record stays');
    });
  }
}
