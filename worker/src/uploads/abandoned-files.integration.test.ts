import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type GenerationRow, listOutputs } from '@atelier/db';
import { drainOutbox } from '@atelier/generations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { finishGeneration } from '../generations/finish-generation.ts';
import { sweep } from '../sweeper/sweep.ts';
import { current, deleteForGood, order, reach } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { deleteFiles } from './delete-files.ts';

let worker: TestWorker;
let deps: WorkerDeps;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = worker.deps;
});
afterAll(() => worker.close());

/** Its result is known, and nothing of it is stored. */
async function answered(): Promise<GenerationRow> {
  const generation = await order(deps, { prompt: 'Boat' });
  await dispatchGeneration(deps, { generationId: generation.id });
  return reach(deps, generation, (row) => row.stage === 'saving');
}

async function listFiles({ user_id: userId }: GenerationRow): Promise<string[]> {
  return readdir(join(worker.folder, 'files', 'u', userId)).catch(() => []);
}

/** Finishes it while the connection breaks at the statement that stores the output, before or after its commit. */
async function finishCutOff(generation: GenerationRow, isCommitted: boolean): Promise<void> {
  const { pool } = deps.db;
  const cutOff = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name, target);
      return async (...given: unknown[]) => {
        const isStoring = (given[0] as { name?: string }).name === 'insert-output';
        const query = target.query.bind(target) as (...all: unknown[]) => Promise<unknown>;
        const answer = isStoring && !isCommitted ? undefined : await query(...given);
        if (isStoring) throw new Error('Connection terminated unexpectedly');
        return answer;
      };
    },
  });
  const finishing = finishGeneration(
    { ...deps, db: { ...deps.db, pool: cutOff } },
    { generationId: generation.id },
    { isLastAttempt: false },
  );
  await expect(finishing).rejects.toThrow('Connection terminated');
}

const finish = ({ id }: GenerationRow) =>
  finishGeneration(deps, { generationId: id }, { isLastAttempt: false });

const age = () => deps.db.pool.query("update file_write set created_at = now() - interval '21 minutes'");

it('the removal keeps the file of an output that was stored although its worker got no reply', async () => {
  const generation = await answered();
  await finishCutOff(generation, true);
  await finish(generation);
  expect(await current(deps, generation)).toMatchObject({ status: 'completed' });
  const [output] = await listOutputs(deps.db.pool, generation.id);
  expect(await deps.store.find(output?.storage_key ?? '')).toMatchObject({ bytes: output?.bytes });
  await age();
  await sweep(deps);
  expect(await listFiles(generation)).toHaveLength(2);
});

it('the removal deletes files whose worker died before it recorded them, and no others', async () => {
  const generation = await answered();
  await finishCutOff(generation, false);
  await finish(generation);
  expect(await listFiles(generation)).toHaveLength(4);
  await sweep(deps);
  expect(await listFiles(generation)).toHaveLength(4);
  await age();
  await sweep(deps);
  const [output] = await listOutputs(deps.db.pool, generation.id);
  const keys = [output?.storage_key, output?.poster_key].map((key) => key?.split('/').at(-1));
  expect((await listFiles(generation)).toSorted()).toEqual(keys.toSorted());
  expect((await deps.db.pool.query('select from file_write')).rows).toEqual([]);
});

it('the sweeper enqueues the removal of files again until they are gone, because a queue can lose the job', async () => {
  const generation = await answered();
  await finish(generation);
  const { id } = generation;
  await deleteForGood(deps, generation);
  const messages = async () => {
    const key = [`delete-files:${id}`];
    const { rows } = await deps.db.pool.query(
      'select (payload->>$2)::int as run, created_at > now() as is_later from outbox where key = any($1)',
      [key, 'run'],
    );
    return rows;
  };
  await drainOutbox(deps, 0);
  expect(await messages()).toEqual([{ run: 1, is_later: true }]);
  await deps.db.pool.query("update outbox set created_at = now() - interval '1 minute'");
  await drainOutbox(deps, 0);
  expect(await messages()).toEqual([{ run: 2, is_later: true }]);
  await deleteFiles(deps, { generationId: id });
  expect([await messages(), await listFiles(generation)]).toEqual([[], []]);
});
