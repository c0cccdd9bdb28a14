import { readdir } from 'node:fs/promises';
import { findLedgerProblems, type GenerationRow } from '@atelier/db';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { order, reach, readSummary, startCredits } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

const megabyte = 1_048_576;
/** No jobs run here: the tests save the result themselves. */
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
});
beforeEach(() => {
  worker.deps.settings.resultRules.idleMs = 200;
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  expect(await readdir(worker.deps.settings.workDir)).toEqual([]);
  worker.emulator.control.reset();
});

const released = { status: 'failed', settled: 0, released: 300, left: startCredits, held: 0, outputs: 0 };
const charged = { status: 'completed', error: null, settled: 300, left: startCredits - 300, outputs: 1 };

describe('a result that stalls in the middle', () => {
  /** Answered by the provider, which then sends only the beginning of the file, so many times. */
  async function answered(times: number): Promise<GenerationRow> {
    const generation = await order(worker.deps, { prompt: 'Boat' });
    await dispatchGeneration(worker.deps, { generationId: generation.id });
    for (let count = 0; count < times; count += 1)
      worker.emulator.control.sendFile({ padBytes: megabyte, stallsAfterBytes: 100_000 });
    return reach(worker.deps, generation, (row) => row.stage === 'saving');
  }
  const finish = ({ id: generationId }: GenerationRow, isLastAttempt = false) =>
    finishGeneration(worker.deps, { generationId }, { isLastAttempt });

  it('is given up, leaves nothing behind, and is fetched again until the deadline', async () => {
    const generation = await answered(3);
    for (const isLastAttempt of [false, true]) {
      await expect(finish(generation, isLastAttempt)).rejects.toMatchObject({ code: 'provider_unavailable' });
      expect(await readdir(worker.deps.settings.workDir)).toEqual([]);
    }
    const past = "update generation set deadline_at = now() - interval '1 second' where id = $1";
    await worker.deps.db.pool.query(past, [generation.id]);
    await finish(generation, true);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      ...released,
      error: 'provider_unavailable',
    });
    expect(await worker.deps.store.list(generation.user_id)).toEqual([]);
  });

  it('is saved when it comes whole the next time', async () => {
    const generation = await answered(1);
    await expect(finish(generation)).rejects.toMatchObject({ code: 'provider_unavailable' });
    // A busy machine may send nothing for a moment.
    worker.deps.settings.resultRules.idleMs = 30_000;
    await finish(generation);
    expect(await readSummary(worker.deps, generation)).toMatchObject(charged);
  });
});
