import {
  deleteKindClosure,
  findLedgerProblems,
  type GenerationRow,
  listKindClosures,
  saveKindClosure,
} from '@atelier/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { sweep } from '../sweeper/sweep.ts';
import { current, order } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { dispatchGeneration } from './dispatch-generation.ts';

// No jobs run here: the tests call each step themselves.
let worker: TestWorker;
let deps: WorkerDeps;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = { ...worker.deps, maxRunning: 1 };
});
afterAll(() => worker.close());
afterEach(async () => {
  for (const { kind } of await listKindClosures(deps.db.pool)) await deleteKindClosure(deps.db.pool, kind);
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
});

const operatorId = '00000000-0000-7000-8000-000000000001';
const close = () =>
  saveKindClosure(deps.db.pool, {
    kind: 'text-to-video',
    isClosed: true,
    leaves_at: null,
    successor: null,
    note: null,
    operatorId,
  });
const boat = { prompt: 'Boat', costCredits: 100 };
const dispatch = (row: GenerationRow) => dispatchGeneration(deps, { generationId: row.id });
const listSubmissions = async ({ id }: GenerationRow) =>
  (await deps.db.pool.query('select state from provider_submission where generation_id = $1', [id])).rows;

describe('a kind that closes', () => {
  it('is not submitted when its dispatch comes later, and the credits are released once', async () => {
    const row = await order(deps, boat);
    await close();
    await Promise.all([dispatch(row), dispatch(row), dispatch(row)]);
    expect(await current(deps, row)).toMatchObject({
      status: 'failed',
      error_code: 'kind_closed',
      settled: 0,
      released: 100,
      submitted_at: null,
    });
  });

  it('lets run to its end what had been submitted', async () => {
    const row = await order(deps, boat);
    await dispatch(row);
    await close();
    await sweep(deps);
    await dispatch(row);
    expect(await current(deps, row)).toMatchObject({ status: 'processing', submit_state: 'sent' });
  });

  it('at the moment of a dispatch either has it submitted or ended, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const row = await order(deps, boat);
      await Promise.all([dispatch(row), close(), dispatch(row)]);
      const { status, released } = await current(deps, row);
      const wasSent = (await listSubmissions(row)).some(({ state }) => state === 'sent');
      expect([status, released]).toEqual(wasSent ? ['processing', 0] : ['failed', 100]);
      await deleteKindClosure(deps.db.pool, 'text-to-video');
    }
  });

  it('has what waits ended by the sweeper, also in a line that is paused', async () => {
    const first = await order(deps, { ...boat, maxRunning: 1 });
    const second = await order(deps, { ...boat, maxRunning: 1, userId: first.user_id });
    await deps.db.pool.query('update credit_account set is_line_paused = true where user_id = $1', [
      first.user_id,
    ]);
    await close();
    await Promise.all([sweep(deps), sweep(deps)]);
    expect(await current(deps, second)).toMatchObject({ status: 'failed', error_code: 'kind_closed' });
  });

  it('is submitted again after it was opened', async () => {
    await close();
    await deleteKindClosure(deps.db.pool, 'text-to-video');
    const row = await order(deps, boat);
    await dispatch(row);
    expect(await current(deps, row)).toMatchObject({ status: 'processing' });
  });
});

describe('a kind that was removed from the catalog', () => {
  const remove = ({ id }: GenerationRow) =>
    deps.db.pool.query(`update generation set kind = 'old-model' where id = $1`, [id]);

  it('ends what was not submitted yet, and charges nothing', async () => {
    const row = await order(deps, boat);
    await remove(row);
    await dispatch(row);
    expect(await current(deps, row)).toMatchObject({
      status: 'failed',
      error_code: 'kind_closed',
      released: 100,
    });
  });
});
