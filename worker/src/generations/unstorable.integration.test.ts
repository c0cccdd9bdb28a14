import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLedgerProblems } from '@atelier/db';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createHandlers } from '../handlers.ts';
import { current, order } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
});
afterAll(() => worker.close());
afterEach(async () => expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]));

const again = new Error('again');

/** One run of the dispatch job; returns whether it wants to run again. */
async function dispatch({ id: generationId }: { id: string }): Promise<boolean> {
  const context = {
    jobId: 'dispatch',
    attempt: 1,
    isLastAttempt: true,
    signal: undefined,
    delayUntil(): never {
      throw again;
    },
  };
  try {
    await createHandlers(worker.deps)['dispatch-generation']({ generationId }, context);
    return false;
  } catch (error) {
    if (error !== again) throw error;
    return true;
  }
}

it('nothing is submitted while no result could be stored, and all goes on when there is room again', async () => {
  const files = join(worker.folder, 'files');
  await writeFile(files, 'a file where a folder should be');
  const generation = await order(worker.deps, { prompt: 'Boat' });
  expect(await dispatch(generation)).toBe(true);
  expect(worker.emulator.control.counts().submit).toBe(0);
  const waiting = await current(worker.deps, generation);
  expect(waiting).toMatchObject({ status: 'pending', submit_state: 'none', attempt: 0 });
  // The sweeper does not take its job for lost.
  expect(waiting.next_check_at.getTime()).toBeGreaterThan(Date.now() + 15_000);
  expect(await worker.deps.metrics.read()).toContain('atelier_store_up{store="storage"} 0');
  await rm(files);
  await vi.waitUntil(
    async () =>
      worker.deps.store.check().then(
        () => true,
        () => false,
      ),
    { timeout: 20_000 },
  );
  expect(await dispatch(generation)).toBe(false);
  expect(worker.emulator.control.counts().submit).toBe(1);
  const text = await worker.deps.metrics.read();
  expect(text).toMatch(/^atelier_storage_free_bytes \d+/m);
  expect(text).toMatch(/^atelier_storage_needed_bytes \d+/m);
});

it('what waits past its deadline is left to the sweeper, which releases its credits', async () => {
  const generation = await order(worker.deps, { prompt: 'Boat' });
  const { store } = worker.deps;
  worker.deps.store = { ...store, check: () => Promise.reject(new Error('full')) };
  await worker.deps.db.pool.query(
    "update generation set deadline_at = now() - interval '1 second' where id = $1",
    [generation.id],
  );
  expect(await dispatch(generation)).toBe(false);
  worker.deps.store = store;
  expect(await current(worker.deps, generation)).toMatchObject({ status: 'pending', submit_state: 'none' });
});
