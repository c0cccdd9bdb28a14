import { findGeneration, findLedgerProblems, type GenerationRow, markGenerationEnded } from '@atelier/db';
import { type FinalizeDeps, finalizeAsCancelled, startWaitingGenerations } from '@atelier/generations';
import { generationJobId } from '@atelier/queue';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { sweep } from '../sweeper/sweep.ts';
import { order } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

// No jobs run here: the tests call each step themselves.
let worker: TestWorker;
let deps: WorkerDeps;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = { ...worker.deps, maxRunning: 1 };
});
afterAll(() => worker.close());
afterEach(async () => expect(await findLedgerProblems(deps.db.pool)).toEqual([]));

/** Creates a generation that has started and two that wait behind it. */
async function createLine(): Promise<[GenerationRow, GenerationRow, GenerationRow]> {
  const cheap = { prompt: 'Boat', costCredits: 100, maxRunning: 1 };
  const first = await order(deps, cheap);
  const more = { ...cheap, userId: first.user_id };
  return [first, await order(deps, more), await order(deps, more)];
}

const readStatus = async ({ id }: GenerationRow) => (await findGeneration(deps.db.pool, id))?.status;
const hasDispatch = async ({ id }: GenerationRow) =>
  (await deps.queue.queue('dispatch-generation').getJob(generationJobId('dispatch', id, 0))) !== undefined;
const end = (row: GenerationRow, by: FinalizeDeps = deps) => finalizeAsCancelled(by, row);

describe('the end of a generation', () => {
  it('starts the next one in the line, and measures how long its place was free', async () => {
    const [first, second, third] = await createLine();
    const given: number[] = [];
    await end(first, {
      ...deps,
      onPlaceGiven: (secondsFree = Number.NaN) => given.push(secondsFree),
    });
    expect([await readStatus(second), await readStatus(third)]).toEqual(['pending', 'waiting']);
    expect(await hasDispatch(second)).toBe(true);
    expect(given).toHaveLength(1);
    expect(given[0]).toBeGreaterThanOrEqual(0);
  });

  it('is an end although the next one could not be started, which the sweeper does', async () => {
    const [first, second] = await createLine();
    const pool = {
      ...deps.db.pool,
      query: (statement: { name?: string }, ...rest: unknown[]) => {
        if (statement.name === 'start-waiting') throw new Error('connection lost');
        return (deps.db.pool.query as (...all: unknown[]) => unknown)(statement, ...rest);
      },
    };
    await end(first, { ...deps, db: { ...deps.db, pool: pool as unknown as WorkerDeps['db']['pool'] } });
    expect([await readStatus(first), await readStatus(second)]).toEqual(['cancelled', 'waiting']);
    await sweep(deps);
    expect(await readStatus(second)).toBe('pending');
  });
});

describe('the sweeper', () => {
  it('gives the place of a process that died between an end and the start of the next', async () => {
    const [first, second, third] = await createLine();
    await markGenerationEnded(deps.db.pool, {
      generationId: first.id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    await Promise.all([sweep(deps), sweep(deps), startWaitingGenerations(deps, first.user_id)]);
    expect([await readStatus(second), await readStatus(third)]).toEqual(['pending', 'waiting']);
    expect(await hasDispatch(second)).toBe(true);
  });

  it('gives more places when the limit was raised', async () => {
    const [, second, third] = await createLine();
    await sweep(deps);
    expect([await readStatus(second), await readStatus(third)]).toEqual(['waiting', 'waiting']);
    await sweep({ ...deps, maxRunning: 5 });
    expect([await readStatus(second), await readStatus(third)]).toEqual(['pending', 'pending']);
  });

  it('cancels what waits for closed accounts', async () => {
    const [, second, third] = await createLine();
    await deps.db.pool.query('update app_user set closed_at = now() where id = $1', [second.user_id]);
    await sweep(deps);
    expect([await readStatus(second), await readStatus(third)]).toEqual(['cancelled', 'cancelled']);
  });
});
