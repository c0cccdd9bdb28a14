import { findLedgerProblems, type GenerationRow, listOutputs } from '@atelier/db';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { current, type Order, order, reach, readSummary, startCredits } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

/** No jobs run here: the tests save the result themselves, as the five attempts of the job do. */
let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
});
beforeEach(() => {
  worker.deps.settings.resultRules.idleMs = 30_000;
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  worker.emulator.control.reset();
});

const images = {
  kind: 'flux-schnell' as const,
  input: { image_size: 'square', num_images: 4 },
  costCredits: 32,
};

/** Answered by the provider; nothing is saved yet. */
async function answered(wanted: Order): Promise<GenerationRow> {
  const generation = await order(worker.deps, wanted);
  await dispatchGeneration(worker.deps, { generationId: generation.id });
  return reach(worker.deps, generation, (row) => row.stage === 'saving');
}

/** The attempts of a finish job; returns the number of those that were needed. */
async function finish({ id: generationId }: GenerationRow, attempts = 5): Promise<number> {
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const isLastAttempt = attempt === attempts;
    const isOpen = await finishGeneration(worker.deps, { generationId }, { isLastAttempt }).then(
      () => false,
      () => true,
    );
    if (!isOpen) return attempt;
  }
  return Number.POSITIVE_INFINITY;
}

async function pass(generation: GenerationRow): Promise<void> {
  const past = "update generation set deadline_at = now() - interval '1 second' where id = $1";
  await worker.deps.db.pool.query(past, [generation.id]);
}

const partial = {
  status: 'partial',
  error: null,
  settled: 24,
  released: 8,
  left: startCredits - 24,
  held: 0,
};

describe('one image of four that cannot be had', () => {
  it.each([
    ['[broken]', 5],
    ['[empty]', 5],
    ['[damaged]', 5],
    ['[odd]', 1],
  ])('with %s costs the others nothing: they are delivered and charged', async (word, attempts) => {
    const generation = await answered({ ...images, prompt: `Fox ${word}` });
    expect(await finish(generation)).toBe(attempts);
    expect(await readSummary(worker.deps, generation)).toEqual({ ...partial, outputs: 3 });
    for (const { storage_key } of await listOutputs(worker.deps.db.pool, generation.id))
      expect((await worker.deps.store.find(storage_key ?? ''))?.bytes).toBeGreaterThan(0);
  });

  it('is fetched while its host may answer, and the others are stored meanwhile', async () => {
    const generation = await answered({ ...images, prompt: 'Fox' });
    worker.emulator.control.injectFault({ operation: 'file', times: 1, status: 503 });
    expect(await finish(generation)).toBe(2);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 32,
      outputs: 4,
    });
    // The first attempt stored three.
    expect(worker.emulator.control.counts().file).toBe(5);
  });

  it('is given up when its host breaks off in the middle at every attempt', async () => {
    worker.deps.settings.resultRules.idleMs = 200;
    const generation = await answered({ ...images, prompt: 'Fox [stalled]' });
    expect(await finish(generation)).toBe(5);
    expect(await readSummary(worker.deps, generation)).toEqual({ ...partial, outputs: 3 });
  });

  it.each([
    ['relative', '/files/a.jpg'],
    ['not of the web', 'ftp://v3.fal.media/a.jpg'],
    ['of a private host', 'http://10.0.0.1/a.jpg'],
    ['of another host', 'https://example.com/a.jpg'],
    ['one that cannot be stored', 'http://\u0000'],
    ['missing', null],
  ])('is given up at once when its address is %s', async (_case, url) => {
    const generation = await answered({ ...images, prompt: 'Fox' });
    const { provider_result } = await current(worker.deps, generation);
    const [, ...others] = (provider_result as { images: unknown[] }).images;
    const body = { images: [{ url, content_type: 'image/jpeg' }, ...others], seed: 1 };
    await worker.deps.db.pool.query('update generation set provider_result = null where id = $1', [
      generation.id,
    ]);
    worker.emulator.control.injectFault({ operation: 'result', times: 1, status: 200, body });
    expect(await finish(generation)).toBe(1);
    expect(await readSummary(worker.deps, generation)).toEqual({ ...partial, outputs: 3 });
  });
});

describe('images of which none can be had', () => {
  it('are fetched again until the deadline, and cost nothing then', async () => {
    const generation = await answered({ ...images, prompt: 'Fox' });
    worker.emulator.control.injectFault({ operation: 'file', times: 100, status: 500 });
    expect(await finish(generation)).toBe(Number.POSITIVE_INFINITY);
    expect(await current(worker.deps, generation)).toMatchObject({ status: 'processing', stage: 'saving' });
    await pass(generation);
    expect(await finish(generation, 1)).toBe(1);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error: 'provider_unavailable',
      released: 32,
      left: startCredits,
      held: 0,
    });
  });
});

describe('images of which our own storage takes only some', () => {
  it('are stored again until the deadline, and what is stored by then is delivered and charged', async () => {
    const { store } = worker.deps;
    const generation = await answered({ ...images, prompt: 'Fox' });
    worker.emulator.control.injectFault({ operation: 'file', times: 3, status: 503 });
    const job = { generationId: generation.id };
    await expect(finishGeneration(worker.deps, job, { isLastAttempt: false })).rejects.toThrow();
    worker.deps.store = { ...store, put: () => Promise.reject(new Error('no space')) };
    try {
      expect(await finish(generation)).toBe(Number.POSITIVE_INFINITY);
      expect(await current(worker.deps, generation)).toMatchObject({ stage: 'saving' });
      await pass(generation);
      expect(await finish(generation, 1)).toBe(1);
    } finally {
      worker.deps.store = store;
    }
    expect(await readSummary(worker.deps, generation)).toEqual({
      ...partial,
      settled: 8,
      released: 24,
      left: startCredits - 8,
      outputs: 1,
    });
  });
});

describe('the only file of a generation', () => {
  it('is delivered whatever the fields say that only advise', async () => {
    const generation = await answered({ kind: 'text-to-video', prompt: 'Boat [odd]' });
    expect(await finish(generation)).toBe(1);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 300,
      outputs: 1,
    });
  });

  it('is fetched again until the deadline', async () => {
    const generation = await answered({ kind: 'text-to-video', prompt: 'Boat [broken]' });
    expect(await finish(generation)).toBe(Number.POSITIVE_INFINITY);
    await pass(generation);
    await finish(generation, 1);
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error: 'provider_unavailable',
      left: startCredits,
      held: 0,
    });
  });
});
