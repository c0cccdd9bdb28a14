import { AppError } from '@atelier/contract';
import { deleteFileWrites, insertFileWrites, type OutputRow } from '@atelier/db';
import { streamFile } from '@atelier/storage';
import type { WorkerDeps } from '../deps.ts';

/** A file on this machine, and where it is to be kept. */
export type KeptFile = { key: string; path: string; contentType: string };

/** Lists the file of an output and its poster; a part without a key is not kept. */
export function listFiles(
  { storage_key, poster_key, content_type }: Pick<OutputRow, 'storage_key' | 'poster_key' | 'content_type'>,
  { path, posterPath }: { path: string; posterPath: string | undefined },
): KeptFile[] {
  const files: KeptFile[] = [];
  if (storage_key !== null) files.push({ key: storage_key, path, contentType: content_type });
  if (poster_key !== null && posterPath !== undefined)
    files.push({ key: poster_key, path: posterPath, contentType: 'image/webp' });
  return files;
}

/** The sweeper removes files whose output is not stored by then (worker/src/uploads/remove-abandoned-files.ts). */
const recordWithinMs = 600_000;

/**
 * Stores files first, then what `record` writes. The keys are noted before that, so that the files of a worker that dies in
 * between are found. When it is not known whether it was written, the files stay: without their row they are removed later,
 * but a row without its files would be a result that cannot be opened. `record` resolves to false when the files are not
 * needed: another run was faster, or the owner was erased. Resolves to the same. Throws AppError unavailable.
 */
export async function keepFiles(
  deps: Pick<WorkerDeps, 'db' | 'store'>,
  files: readonly KeptFile[],
  record: () => Promise<boolean>,
): Promise<boolean> {
  const keys = files.map(({ key }) => key);
  const startedAt = performance.now();
  await insertFileWrites(deps.db.pool, keys);
  for (const file of files) await put(deps, file);
  if (performance.now() - startedAt > recordWithinMs) throw new AppError('unavailable');
  if (await record()) return true;
  for (const key of keys) await deps.store.delete(key);
  await deleteFileWrites(deps.db.pool, keys);
  return false;
}

async function put(
  { store }: Pick<WorkerDeps, 'store'>,
  { key, path, contentType }: KeptFile,
): Promise<void> {
  try {
    // The file is what was downloaded or rendered, whose size is bounded, or that with its signature.
    await store.put(key, streamFile(path), { contentType, maxBytes: Number.MAX_SAFE_INTEGER });
  } catch (error) {
    throw new AppError('unavailable', { cause: error });
  }
}
