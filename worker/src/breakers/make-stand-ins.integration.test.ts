import { findLedgerProblems, listGenerationEntries, noteVerdict, rampBreakers } from '@atelier/db';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WorkerDeps } from '../deps.ts';
import { dispatchGeneration } from '../generations/dispatch-generation.ts';
import { current, order, readSummary, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { makeStandIns } from './make-stand-ins.ts';

let worker: TestWorker;
let deps: WorkerDeps;
beforeAll(async () => {
  worker = await openTestWorker();
  deps = worker.deps;
  await worker.startJobs();
});
afterAll(() => worker.close());
afterEach(async () => {
  await deps.db.pool.query('delete from provider_breaker');
  expect(await findLedgerProblems(deps.db.pool)).toEqual([]);
});

const down = 'flux-schnell';
const consent = { kind: 'z-image-turbo', max_credits: 20 };
const goDown = (kind = down) =>
  noteVerdict(deps.db.pool, { subject: `kind:${kind}`, code: 'model_gone', detail: null }, 1);

/** Runs the duty as soon as its cache of the breakers knows of them. */
const runDuty = (until: () => Promise<boolean>) =>
  vi.waitUntil(
    async () => {
      await makeStandIns(deps);
      return until();
    },
    { timeout: 10_000, interval: 100 },
  );

/** A generation that has waited long enough to be no probe. */
async function orderWaiting(standIn: object = consent) {
  const row = await order(deps, { kind: down, prompt: 'A boat', maxRunning: 0 });
  await deps.db.pool.query(
    `update generation set stand_in = $2, stage_started_at = now() - interval '10 seconds' where id = $1`,
    [row.id, standIn],
  );
  return row;
}
const readKind = async (row: { id: string }) => (await current(deps, row)).kind;

describe('a generation that waits for a model that is down', () => {
  it('is made by the model that its owner agreed to, and charged at that price alone', async () => {
    await goDown();
    const row = await orderWaiting();
    await runDuty(async () => (await readKind(row)) === consent.kind);
    const ended = await waitForEnd(deps, row);
    expect(ended).toMatchObject({ status: 'completed', kind: consent.kind, stood_in_for: down });
    expect(await readSummary(deps, ended)).toMatchObject({ settled: 5, released: 0, held: 0, left: 995 });
    const entries = await listGenerationEntries(deps.db, row.id);
    expect(entries.map(({ kind }) => kind)).toEqual(['reserve', 'release', 'reserve', 'settle']);
    const events = worker.events.filter(({ userId }) => userId === row.user_id);
    expect(events.map(({ name }) => name)).toContain('credits:changed');
    expect(events.find(({ name }) => name === 'generation:changed')?.body).toMatchObject({
      generation: { kind: consent.kind, stood_in_for: down },
    });
  });

  it('is given up at the first model only by its certain refusal', async () => {
    const row = await order(deps, { kind: down, prompt: 'A boat' });
    await deps.db.pool.query(
      `update generation set stand_in = $2, started_at = created_at, stage_started_at = now() where id = $1`,
      [row.id, consent],
    );
    const verdict = { subject: 'model', code: 'model_gone', detail: 'HTTP 410' } as const;
    const refusing = { ...deps.provider, submit: async () => ({ outcome: 'held' as const, verdict }) };
    await dispatchGeneration({ ...deps, provider: refusing }, { generationId: row.id });
    expect(await current(deps, row)).toMatchObject({ status: 'waiting', attempt: 1, kind: down });
    await deps.db.pool.query(
      `update generation set stage_started_at = now() - interval '10 seconds' where id = $1`,
      [row.id],
    );
    await runDuty(async () => (await readKind(row)) === consent.kind);
    expect(await waitForEnd(deps, row)).toMatchObject({ status: 'completed', attempt: 2 });
  });

  it('waits on without consent, with too low a price, and once its model takes work again', async () => {
    await goDown();
    const witness = await orderWaiting();
    const silent = await orderWaiting({ kind: null, max_credits: null });
    const poor = await orderWaiting({ ...consent, max_credits: 1 });
    await runDuty(async () => (await readKind(witness)) === consent.kind);
    expect([await readKind(silent), await readKind(poor)]).toEqual([down, down]);
    const late = await orderWaiting();
    await rampBreakers(deps.db.pool, [`kind:${down}`]);
    await makeStandIns(deps);
    expect(await readKind(late)).toBe(down);
  });

  it('is exchanged once by two sweepers at the same time', { tags: 'each-rule' }, async () => {
    await goDown();
    const rows = await Promise.all(Array.from({ length: 4 }, () => orderWaiting()));
    await runDuty(async () => {
      await Promise.all([makeStandIns(deps), makeStandIns(deps)]);
      return (await Promise.all(rows.map(readKind))).every((kind) => kind === consent.kind);
    });
    for (const row of rows) {
      const entries = await listGenerationEntries(deps.db, row.id);
      expect(entries.filter(({ kind }) => kind === 'reserve')).toHaveLength(2);
      await waitForEnd(deps, row);
    }
  });
});
