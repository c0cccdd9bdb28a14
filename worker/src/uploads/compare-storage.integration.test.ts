import { randomUUID } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type GenerationRow, insertFileWrites, listOutputs } from '@atelier/db';
import { newKey } from '@atelier/storage';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { current, order, reach } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { compareStorage, keepStorageTrue } from './compare-storage.ts';

let worker: TestWorker;
let deps: WorkerDeps;
const compared = vi.fn();
const errors = vi.fn();
const warnings = vi.fn();
beforeAll(async () => {
  worker = await openTestWorker();
  deps = {
    ...worker.deps,
    metrics: { ...worker.deps.metrics, storageCompared: compared },
    log: Object.assign(Object.create(worker.deps.log), { error: errors, warn: warnings }),
  };
});
afterAll(() => worker.close());
beforeEach(() => vi.clearAllMocks());

async function made(): Promise<GenerationRow> {
  const generation = await order(deps, { prompt: 'Boat' });
  await dispatchGeneration(deps, { generationId: generation.id });
  await reach(deps, generation, (row) => row.stage === 'saving');
  await finishGeneration(deps, { generationId: generation.id }, { isLastAttempt: false });
  return current(deps, generation);
}

/** Stores a file that no row names. */
async function store(userId: string, ageDays = 0): Promise<string> {
  const key = newKey(userId, 'image/png');
  await deps.store.put(key, Readable.from([Buffer.from('png')]), { contentType: 'image/png', maxBytes: 10 });
  const at = new Date(Date.now() - ageDays * 86_400_000);
  await utimes(join(worker.folder, 'files', key), at, at);
  return key;
}

const isThere = async (key: string) => (await deps.store.find(key)) !== undefined;

it('the comparison finds nothing when each file has its row and each row its file', async () => {
  await made();
  expect(await compareStorage(deps)).toEqual({
    files: 2,
    unknown: [],
    removable: [],
    missing: [],
    strangers: [],
  });
});

it('the comparison removes files that no row has named for a week, also of unknown accounts, and keeps all others', async () => {
  const { user_id: userId, id } = await made();
  const strangerId = randomUUID();
  const [young, old, ofStranger] = [await store(userId), await store(userId, 8), await store(strangerId, 8)];
  const onItsWay = await store(userId, 8);
  await insertFileWrites(deps.db.pool, [onItsWay]);
  expect((await compareStorage(deps)).strangers).toEqual([strangerId]);
  await keepStorageTrue(deps);
  expect(await Promise.all([young, old, ofStranger, onItsWay].map(isThere))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  const [output] = await listOutputs(deps.db.pool, id);
  expect(await isThere(output?.storage_key ?? '')).toBe(true);
  expect(compared).toHaveBeenCalledWith({ missing: 0, unknown: 1, refused: 0 });
  expect(warnings).toHaveBeenCalledWith(
    expect.objectContaining({ user: strangerId, isStranger: true, keys: [ofStranger] }),
    'files that no record names',
  );
  await deps.store.delete(young);
});

it('the comparison reports missing files of rows, but not of purged generations', async () => {
  const [lost, purged] = [await made(), await made()];
  const listKeys = async ({ id }: GenerationRow) =>
    (await listOutputs(deps.db.pool, id)).flatMap(({ storage_key, poster_key }) => [storage_key, poster_key]);
  const [key] = await listKeys(lost);
  await deps.store.delete(key ?? '');
  await deps.db.pool.query('update generation set deleted_at = now(), purged_at = now() where id = $1', [
    purged.id,
  ]);
  for (const each of await listKeys(purged)) await deps.store.delete(each ?? '');
  await keepStorageTrue(deps);
  expect(compared).toHaveBeenCalledWith({ missing: 1, unknown: 0, refused: 0 });
  expect(errors).toHaveBeenCalledWith({ user: lost.user_id, files: 1, keys: [key] }, 'files are missing');
});

it('the comparison removes nothing when so many files are unknown that the database is likelier to be the wrong one', async () => {
  const userId = randomUUID();
  const keys: string[] = [];
  for (let count = 0; count < 101; count += 1) keys.push(await store(userId, 8));
  await keepStorageTrue(deps);
  expect(await Promise.all(keys.map(isThere))).toEqual(keys.map(() => true));
  expect(compared).toHaveBeenCalledWith(expect.objectContaining({ unknown: 101, refused: 101 }));
});
