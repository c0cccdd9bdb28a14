// The storage compared with the database, in both directions. They part when a database is restored from a backup, when files
// are lost, and when a deletion fails for good.
import { listAccountsWithFiles, listNamedFiles, type NamedFile } from '@atelier/db';
import { processEach } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

/** Younger ones may be of a database that is about to be restored to a later point. */
const removedAfterDays = 7;
/** Files above which the database is likelier to be wrong than the storage: an operator decides. */
const mostRemoved = { files: 100, share: 0.1 };
/** Most keys of each user in the log; the numbers are of all. */
const mostListed = 20;
const dayMs = 86_400_000;

type Deps = Pick<WorkerDeps, 'db' | 'log' | 'store' | 'onItemsFailed'>;

export type StorageComparison = {
  /** Number of all files in the storage. */
  files: number;
  /** Files that no row names. */
  unknown: string[];
  /** Unknown files that are older than a week. */
  removable: string[];
  /** Files that a row says are stored, and that are not there. */
  missing: string[];
  /** Users of folders with files, of whom there is no account. */
  strangers: string[];
};

/** Reads everything and changes nothing. Stops early when the signal aborts: what was not reached is left out. */
export async function compareStorage(deps: Deps, signal?: AbortSignal): Promise<StorageComparison> {
  const found: StorageComparison = { files: 0, unknown: [], removable: [], missing: [], strangers: [] };
  const folders = await deps.store.listUsers();
  const accounts = await listAccountsWithFiles(deps.db.pool, folders);
  const known = new Set(accounts.map(({ id }) => id));
  for (const id of folders.filter((folder) => !known.has(folder))) {
    if (signal?.aborted) return found;
    const before = found.unknown.length;
    await compareFolder(deps, found, { userId: id, readNamed: async () => [] });
    if (found.unknown.length > before) found.strangers.push(id);
  }
  for (const { id, isErased } of accounts) {
    if (signal?.aborted) return found;
    // The rows of an erased account say what was there.
    const readNamed = async () => (isErased ? [] : listNamedFiles(deps.db.pool, id));
    await compareFolder(deps, found, { userId: id, readNamed });
  }
  return found;
}

/** The job of every night: files that no row has named for a week are removed, of which each is in the log. */
export async function keepStorageTrue(
  deps: Deps & Pick<WorkerDeps, 'metrics'>,
  signal?: AbortSignal,
): Promise<void> {
  const found = await compareStorage(deps, signal);
  if (signal?.aborted) return;
  const { files, unknown, removable, missing, strangers } = found;
  for (const [user, keys] of groupByUser(missing))
    deps.log.error({ user, files: keys.length, keys: keys.slice(0, mostListed) }, 'files are missing');
  for (const [user, keys] of groupByUser(unknown)) {
    const isStranger = strangers.includes(user);
    const about = { user, isStranger, files: keys.length, keys: keys.slice(0, mostListed) };
    deps.log.warn(about, 'files that no record names');
  }
  const isRefused =
    removable.length > mostRemoved.files && removable.length > files * mostRemoved.share && files > 0;
  if (isRefused)
    deps.log.error({ files, removable: removable.length }, 'too many files without a record to remove them');
  const removed = isRefused
    ? []
    : await processEach(deps, 'remove a file that no record names', removable, (key) =>
        deps.store.delete(key),
      );
  deps.metrics.storageCompared({
    missing: missing.length,
    unknown: unknown.length - removed.length,
    refused: isRefused ? removable.length : 0,
  });
  deps.log.info({ files, removed: removed.length }, 'storage compared with the database');
}

async function compareFolder(
  { store }: Deps,
  found: StorageComparison,
  { userId, readNamed }: { userId: string; readNamed: () => Promise<NamedFile[]> },
): Promise<void> {
  const keys = new Set(await store.list(userId));
  // Reads the names after the folder: what is stored meanwhile has had its row, or its note, before.
  const named = await readNamed();
  found.files += keys.size;
  const absent: string[] = [];
  for (const { key, isStored } of named) if (isStored && !keys.has(key)) absent.push(key);
  found.missing.push(...(await confirmMissing(store, absent, readNamed)));
  for (const { key } of named) keys.delete(key);
  for (const key of keys) {
    const file = await store.find(key);
    if (!file) continue;
    found.unknown.push(key);
    if (Date.now() - file.modifiedAt.getTime() > removedAfterDays * dayMs) found.removable.push(key);
  }
}

/** Leaves out files that were stored or deleted while the folder and its rows were read. */
async function confirmMissing(
  { find }: Pick<WorkerDeps['store'], 'find'>,
  absent: readonly string[],
  readNamed: () => Promise<NamedFile[]>,
): Promise<string[]> {
  if (absent.length === 0) return [];
  const stillStored = new Set((await readNamed()).flatMap(({ key, isStored }) => (isStored ? [key] : [])));
  const missing: string[] = [];
  for (const key of absent) if (stillStored.has(key) && !(await find(key))) missing.push(key);
  return missing;
}

/** The user is in every key. */
function groupByUser(keys: readonly string[]): Map<string, string[]> {
  return Map.groupBy(keys, (key) => key.split('/')[1] ?? '');
}
