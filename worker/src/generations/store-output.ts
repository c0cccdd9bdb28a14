import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Medium, mediumFacts } from '@atelier/catalog';
import type { ProviderFile, Transcript } from '@atelier/catalog/server';
import { AppError, isAppError } from '@atelier/contract';
import { type GenerationRow, insertOutput, type OutputRow } from '@atelier/db';
import { newKey, openResult, temporaryName } from '@atelier/storage';
import { v7 as uuidv7 } from 'uuid';
import type { WorkerDeps } from '../deps.ts';
import { type InspectDeps, inspectOutput } from './inspect-output.ts';
import { keepFiles, listFiles } from './keep-files.ts';
import { signOutput } from './sign-output.ts';

export type StoreDeps = InspectDeps & Pick<WorkerDeps, 'db' | 'signer' | 'settings'>;

/**
 * Copies one file of a result to our storage with its poster, reads its real size and length from it, and stores the
 * output. A flagged image is black, so it is not kept and only its row says so; of a result with a fault, the row and what
 * was found. Throws AppError: result_copy_failed when the file itself is unusable, result_too_large, result_url_rejected,
 * and provider_unavailable or unavailable while it cannot be fetched or stored.
 */
export async function storeFileOutput(
  deps: StoreDeps,
  row: GenerationRow,
  {
    position,
    file,
    transcript,
  }: { position: number; file: ProviderFile; transcript?: Transcript | undefined },
): Promise<void> {
  // Stores the address as the parser writes it: PostgreSQL cannot store every text that is accepted as an address.
  const empty = { ...emptyOutput(row, position), original_url: URL.parse(file.url)?.href ?? null };
  if (file.isFlagged) {
    await insertOutput(deps.db.pool, { ...empty, is_flagged: true });
    return;
  }
  const folder = await makeFolder(deps);
  try {
    const path = join(folder, 'file');
    const posterPath = join(folder, 'poster.webp');
    const sha256 = await download(deps, row, file.url, path);
    const facts = await readMedia(deps, path, posterPath);
    const inspection = await inspectOutput(deps, row, { path, folder });
    const measured = {
      ...empty,
      content_type: facts.contentType,
      bytes: facts.bytes,
      width: facts.width ?? null,
      height: facts.height ?? null,
      duration_seconds: facts.durationSeconds ?? null,
      fps: facts.fps ?? null,
      sha256,
    };
    if (inspection?.fault) {
      await insertOutput(deps.db.pool, measured, inspection);
      return;
    }
    const signed = await signOutput(deps, row, { path, posterPath: facts.poster && posterPath, folder });
    const output = {
      ...measured,
      ...signed.facts,
      storage_key: newKey(row.user_id, facts.contentType),
      poster_key: facts.poster ? newKey(row.user_id, 'image/webp') : null,
      placeholder: facts.poster?.placeholder ?? null,
      perceptual_hash: facts.poster?.perceptualHash ?? null,
      peaks: facts.peaks ?? null,
      transcript: transcript ?? null,
    };
    await keepFiles(deps, listFiles(output, signed), () =>
      insertOutput(deps.db.pool, output, inspection?.doubt ? inspection : undefined),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores a text result as the only output. A second run of the job finds it in place and changes nothing. */
export async function storeTextOutput(
  deps: Pick<WorkerDeps, 'db'>,
  row: GenerationRow,
  { text, transcript }: { text: string; transcript?: Transcript | undefined },
): Promise<void> {
  await insertOutput(deps.db.pool, {
    ...emptyOutput(row, 0),
    content_type: 'text/plain',
    bytes: Buffer.byteLength(text),
    text,
    transcript: transcript ?? null,
  });
}

/** An output of which only the position is known. */
function emptyOutput(row: GenerationRow, position: number): OutputRow {
  return {
    id: uuidv7(),
    generation_id: row.id,
    position,
    content_type: 'application/octet-stream',
    storage_key: null,
    poster_key: null,
    placeholder: null,
    bytes: null,
    width: null,
    height: null,
    duration_seconds: null,
    fps: null,
    text: null,
    transcript: null,
    is_flagged: false,
    original_url: null,
    peaks: null,
    perceptual_hash: null,
    sha256: null,
  };
}

/** Makes a folder for files on their way to the store; its caller removes it. Throws AppError unavailable. */
export async function makeFolder({ settings }: Pick<WorkerDeps, 'settings'>): Promise<string> {
  try {
    await mkdir(settings.workDir, { recursive: true });
    return await mkdtemp(join(settings.workDir, temporaryName()));
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}

/** A file of a set is small, and the others wait for it. */
const setPatienceMs = 30_000;

/** Returns the SHA-256 of the file, taken on the way: the file is not read twice. */
async function download(
  { settings: { resultRules } }: Pick<StoreDeps, 'settings'>,
  { medium }: GenerationRow,
  url: string,
  path: string,
): Promise<Buffer> {
  const patienceMs = mediumFacts[medium as Medium].isSet ? setPatienceMs : resultRules.patienceMs;
  const { chunks } = await openResult(url, { ...resultRules, patienceMs });
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(hashed, createWriteStream(path));
    return hash.digest();
  } catch (error) {
    // Any error that is not of the source is of our own disk.
    throw isAppError(error) ? error : new AppError('unavailable', { cause: error });
  }
}

/** A file that cannot be read is not a result to charge for. */
async function readMedia(deps: StoreDeps, path: string, posterPath: string) {
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
