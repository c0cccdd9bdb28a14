import { readdir } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { findLedgerProblems, type GenerationRow, listOutputs } from '@atelier/db';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { order, readSummary, send, startCredits, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

const megabyte = 1_048_576;
const limitMegabytes = 120;
// Copying more than 100 MB takes its time where everything else is tested beside it.
const longestCopy = 100_000;
vi.setConfig({ testTimeout: longestCopy + 20_000 });

let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker({ env: { LIMIT_RESULT_MB: String(limitMegabytes) } });
  await worker.startJobs();
});
afterAll(() => worker.close());
afterEach(async () => {
  worker.emulator.control.reset();
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  expect(await readdir(worker.deps.settings.workDir)).toEqual([]);
});

const findOutput = async ({ id }: GenerationRow) => (await listOutputs(worker.deps.db.pool, id))[0];

async function make(): Promise<GenerationRow> {
  const generation = await order(worker.deps, { prompt: 'Boat' });
  await send(worker.deps, generation);
  await waitForEnd(worker.deps, generation, longestCopy);
  return generation;
}

const released = { status: 'failed', settled: 0, released: 300, left: startCredits, held: 0, outputs: 0 };
const charged = { status: 'completed', error: null, settled: 300, left: startCredits - 300, outputs: 1 };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The most that buffers in use take while something runs, in megabytes above what they take before it. */
async function measureBuffers(work: () => Promise<unknown>): Promise<number> {
  const read = () => {
    collectGarbage();
    return process.memoryUsage().arrayBuffers;
  };
  const before = read();
  let most = before;
  let timer: NodeJS.Timeout;
  const readAgain = () => {
    const begun = performance.now();
    most = Math.max(most, read());
    // Nothing else runs in this process meanwhile, for longer the more that earlier files have left in it.
    timer = setTimeout(readAgain, 100 + 9 * (performance.now() - begun));
  };
  timer = setTimeout(readAgain, 100);
  await work().finally(() => clearTimeout(timer));
  return (most - before) / megabyte;
}

describe('a result', { tags: 'load' }, () => {
  it.each([
    ['with its length stated', {}],
    ['without its length', { isChunked: true }],
  ])(
    'of more than 100 MB, sent %s, is copied as it comes and shown like any other',
    async (_how, sending) => {
      const usual = await findOutput(await make());
      const padBytes = 110 * megabyte;
      worker.emulator.control.sendFile({ padBytes, ...sending });
      let generation: GenerationRow | undefined;
      const buffered = await measureBuffers(async () => {
        generation = await make();
      });
      if (!generation) throw new Error('Nothing was made');
      expect(await readSummary(worker.deps, generation)).toMatchObject(charged);
      const output = await findOutput(generation);
      const bytes = (usual?.bytes ?? 0) + padBytes;
      const { width, height, fps, duration_seconds, content_type, placeholder } = usual ?? {};
      expect(output).toMatchObject({
        bytes,
        width,
        height,
        fps,
        duration_seconds,
        content_type,
        placeholder,
      });
      expect(await worker.deps.store.find(output?.storage_key ?? '')).toMatchObject({ bytes });
      expect((await worker.deps.store.find(output?.poster_key ?? ''))?.bytes).toBeGreaterThan(0);
      expect(buffered).toBeLessThan(60);
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
      expect(await readSummary(worker.deps, generation)).toMatchObject({
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
    expect(await readSummary(worker.deps, generation)).toMatchObject(charged);
    expect(worker.emulator.control.counts().file).toBe(2);
    expect(await worker.deps.store.list(generation.user_id)).toHaveLength(2);
  });
});
