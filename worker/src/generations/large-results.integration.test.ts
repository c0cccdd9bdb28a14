import { readdir } from 'node:fs/promises';
import { findLedgerProblems, type GenerationRow, listOutputs } from '@atelier/db';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ended, order, reach, send, startCredits, summaryOf } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

const megabyte = 1_048_576;
const limitMegabytes = 150;
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker({ env: { LIMIT_RESULT_MB: String(limitMegabytes) } });
  await worker.startJobs();
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  expect(await readdir(worker.deps.settings.workDir)).toEqual([]);
  worker.emulator.control.reset();
});

const outputOf = async ({ id }: GenerationRow) => (await listOutputs(worker.deps.db.pool, id))[0];

async function make(): Promise<GenerationRow> {
  const generation = await order(worker.deps, { prompt: 'Boat' });
  await send(worker.deps, generation);
  await ended(worker.deps, generation);
  return generation;
}

const released = { status: 'failed', settled: 0, released: 300, left: startCredits, held: 0, outputs: 0 };
const charged = { status: 'completed', error: null, settled: 300, left: startCredits - 300, outputs: 1 };

/** The most that buffers take while something runs, in megabytes above what they take before it. */
async function measureBuffers(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }, 5);
  await work();
  clearInterval(timer);
  return (most - before) / megabyte;
}

describe('a result', () => {
  it.each([
    ['with its length stated', {}],
    ['without its length', { isChunked: true }],
  ])(
    'of more than 100 MB, sent %s, is copied as it comes and shown like any other',
    { timeout: 60_000 },
    async (_how, sending) => {
      const usual = await outputOf(await make());
      const padBytes = 140 * megabyte;
      worker.emulator.control.sendFile({ padBytes, ...sending });
      let generation: GenerationRow | undefined;
      const buffered = await measureBuffers(async () => {
        generation = await make();
      });
      if (!generation) throw new Error('Nothing was made');
      expect(await summaryOf(worker.deps, generation)).toMatchObject(charged);
      const output = await outputOf(generation);
      const bytes = (usual?.bytes ?? 0) + padBytes;
      const { width, height, fps, duration_seconds, content_type, placeholder } = usual ?? {};
      expect(output).toMatchObject({
        bytes,
        ...{ width, height, fps, duration_seconds, content_type, placeholder },
      });
      expect(await worker.deps.store.find(output?.storage_key ?? '')).toMatchObject({ bytes });
      expect((await worker.deps.store.find(output?.poster_key ?? ''))?.bytes).toBeGreaterThan(0);
      // Far below the file; pieces that are done with stay until they are collected.
      expect(buffered).toBeLessThan(120);
    },
  );

  const padBytes = limitMegabytes * megabyte;
  it.each([
    ['says so', { padBytes }],
    ['does not say so', { padBytes, isChunked: true }],
    ['only says so', { overstatedBytes: padBytes }],
  ])(
    'that is too large and %s fails at the first attempt, and nothing of it stays',
    async (_how, sending) => {
      worker.emulator.control.sendFile(sending);
      const generation = await make();
      expect(await summaryOf(worker.deps, generation)).toMatchObject({
        ...released,
        error: 'result_too_large',
      });
      expect(worker.emulator.control.counts().file).toBe(1);
      expect(await worker.deps.store.list(generation.user_id)).toEqual([]);
    },
  );

  it.each([
    ['is shorter than it says', { overstatedBytes: 1_000 }],
    ['is longer than it says', { overstatedBytes: -1_000 }],
  ])('that %s is fetched again by its job', async (_how, sending) => {
    worker.emulator.control.sendFile(sending);
    const generation = await make();
    expect(await summaryOf(worker.deps, generation)).toMatchObject(charged);
    expect(worker.emulator.control.counts().file).toBe(2);
    expect(await worker.deps.store.list(generation.user_id)).toHaveLength(2);
  });
});

describe('a result that stalls in the middle', () => {
  /** No jobs run here: the tests save the result themselves. */
  let still: TestWorker;
  beforeAll(async () => {
    still = await openTestWorker();
    still.deps.settings.resultRules.idleMs = 200;
  });
  afterAll(() => still.close());

  /** Answered by the provider, which then sends only the beginning of the file, so many times. */
  async function answered(times: number): Promise<GenerationRow> {
    const generation = await order(still.deps, { prompt: 'Boat' });
    await dispatchGeneration(still.deps, { generationId: generation.id });
    for (let count = 0; count < times; count += 1)
      still.emulator.control.sendFile({ padBytes: megabyte, stallsAfterBytes: 100_000 });
    return reach(still.deps, generation, (row) => row.stage === 'saving');
  }
  const finish = ({ id: generationId }: GenerationRow, isLastAttempt = false) =>
    finishGeneration(still.deps, { generationId }, { isLastAttempt });

  it('is given up, leaves nothing behind, and is fetched again until the deadline', async () => {
    const generation = await answered(3);
    for (const isLastAttempt of [false, true]) {
      await expect(finish(generation, isLastAttempt)).rejects.toMatchObject({ code: 'provider_unavailable' });
      expect(await readdir(still.deps.settings.workDir)).toEqual([]);
    }
    const past = "update generation set deadline_at = now() - interval '1 second' where id = $1";
    await still.deps.db.pool.query(past, [generation.id]);
    await finish(generation, true);
    expect(await summaryOf(still.deps, generation)).toMatchObject({
      ...released,
      error: 'provider_unavailable',
    });
    expect(await readdir(still.deps.settings.workDir)).toEqual([]);
    expect(await still.deps.store.list(generation.user_id)).toEqual([]);
    expect(await findLedgerProblems(still.deps.db.pool)).toEqual([]);
  });

  it('is saved when it comes whole the next time', async () => {
    const generation = await answered(1);
    await expect(finish(generation)).rejects.toMatchObject({ code: 'provider_unavailable' });
    await finish(generation);
    expect(await summaryOf(still.deps, generation)).toMatchObject(charged);
  });
});
