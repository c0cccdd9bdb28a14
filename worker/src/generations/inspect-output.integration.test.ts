import { AppError } from '@atelier/contract';
import { findLedgerProblems, listOutputs } from '@atelier/db';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { makePng } from '@atelier/storage/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Order, order, reach, readSummary, send, startCredits, waitForEnd } from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';
import { storeUpload } from '../testing/store-upload.ts';
import { dispatchGeneration } from './dispatch-generation.ts';
import { finishGeneration } from './finish-generation.ts';

let worker: TestWorker;
let imageUrl: string;
let videoUrl: string;
/** One frame, a tenth of a second long. */
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

beforeAll(async () => {
  worker = await openTestWorker();
  worker.deps.settings.isStoreReachable = false;
  await worker.startJobs();
  const { user_id } = await order(worker.deps, { prompt: 'Never sent' });
  const store = async (content: Buffer, contentType: string) =>
    `/media/${await storeUpload(worker.deps, user_id, { content, contentType })}`;
  imageUrl = await store(makePng({ width: 320, height: 200 }), 'image/png');
  videoUrl = await store(gif, 'image/gif');
}, 120_000);
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  vi.restoreAllMocks();
});

async function make(wanted: Order) {
  const generation = await order(worker.deps, wanted);
  await send(worker.deps, generation);
  await waitForEnd(worker.deps, generation);
  return generation;
}

type Found = { fault: string | null; doubt: string | null; measured: object; frames: Buffer | null };

async function listInspections(generationId: string): Promise<Found[]> {
  const { rows } = await worker.deps.db.pool.query<Found>(
    `select i.fault, i.doubt, i.measured, i.frames from inspection i join output o on o.id = i.output_id
      where o.generation_id = $1 order by o.position`,
    [generationId],
  );
  return rows;
}

const fromImage = (prompt: string, strength: number): Order => ({
  kind: 'flux-dev-image-to-image',
  prompt,
  input: { image_url: imageUrl, image_strength: strength },
});

const faulty: [string, () => Order, string, string][] = [
  ['a black video', () => ({ prompt: 'A boat [black]' }), 'blank', 'result_blank'],
  ['a video that stands still', () => ({ prompt: 'A boat [frozen]' }), 'frozen', 'result_frozen'],
  ['a video of a third of the length', () => ({ prompt: 'A boat [short]' }), 'short', 'result_short'],
  [
    'four black images',
    () => ({
      kind: 'flux-schnell',
      prompt: 'A boat [black]',
      input: { image_size: 'square', num_images: 4 },
    }),
    'blank',
    'result_blank',
  ],
  ['an image that is the input', () => fromImage('A boat [echo]', 0.9), 'echo', 'result_echo'],
];

describe('a result that is not what was sold', () => {
  for (const [options, cases] of splitCases(faulty, 2, 'each-rule'))
    it.each(cases)(
      '%s fails with its cause, is not kept, and costs nothing',
      options,
      async (_, wanted, fault, code) => {
        const generation = await make(wanted());
        expect(await readSummary(worker.deps, generation)).toMatchObject({
          status: 'failed',
          error: code,
          settled: 0,
          released: generation.cost,
          left: startCredits,
          held: 0,
        });
        const outputs = await listOutputs(worker.deps.db.pool, generation.id);
        for (const output of outputs) expect(output).toMatchObject({ storage_key: null, poster_key: null });
        const found = await listInspections(generation.id);
        expect(found).toHaveLength(outputs.length);
        for (const each of found) expect(each).toMatchObject({ fault, doubt: null });
        // A claim at the provider needs the frames and the original address.
        expect(found[0]?.frames?.subarray(8, 12).toString('latin1')).toBe('WEBP');
        expect(outputs[0]?.original_url).toContain(worker.emulator.url);
      },
    );

  it('a silent sound fails with its cause, and costs nothing', async () => {
    const generation = await make({
      kind: 'video-to-audio',
      prompt: 'Waves [mute]',
      input: { video_url: videoUrl },
    });
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error: 'result_silent',
      left: startCredits,
    });
    expect(await listInspections(generation.id)).toMatchObject([{ fault: 'silent', frames: null }]);
  });

  it('is looked at once, when the job that saves it is repeated', async () => {
    const generation = await order(worker.deps, { prompt: 'A boat [black]' });
    await dispatchGeneration(worker.deps, { generationId: generation.id });
    await reach(worker.deps, generation, (row) => row.finished_at !== null || row.stage === 'saving');
    const finish = () =>
      finishGeneration(worker.deps, { generationId: generation.id }, { isLastAttempt: false });
    await Promise.all([finish(), finish()]);
    await waitForEnd(worker.deps, generation);
    await finish();
    expect(await listInspections(generation.id)).toHaveLength(1);
  });
});

describe('a delivered result', () => {
  it('may be an image that differs little from the input, where little was asked for', async () => {
    const generation = await make(fromImage('A boat [echo]', 0.1));
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed', outputs: 1 });
  });

  it.each(['media_unreadable', 'provider_unavailable'] as const)(
    'may be one that could not be inspected because of %s',
    async (code) => {
      vi.spyOn(worker.deps.media, 'inspect').mockRejectedValue(new AppError(code));
      const generation = await make({ prompt: 'A boat [black]' });
      expect(await readSummary(worker.deps, generation)).toMatchObject({
        status: 'completed',
        settled: generation.cost,
      });
      expect(await listInspections(generation.id)).toEqual([]);
      expect(await worker.deps.metrics.read()).toContain(
        'atelier_inspections_total{kind="text-to-video",outcome="failed",reason=""}',
      );
    },
  );

  it('has its findings stored when it is suspect', async () => {
    const measured = { spread: 20 };
    vi.spyOn(worker.deps.media, 'inspect').mockResolvedValue({
      fault: null,
      doubt: 'blank',
      measured,
      frames: Buffer.from('frames'),
    });
    const generation = await make({ prompt: 'A boat in the fog' });
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed', outputs: 1 });
    const [found] = await listInspections(generation.id);
    expect(found).toEqual({ fault: null, doubt: 'blank', measured, frames: Buffer.from('frames') });
  });

  it('has no findings stored when it is good', async () => {
    const generation = await make({ prompt: 'A boat' });
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed' });
    expect(await listInspections(generation.id)).toEqual([]);
    expect(await worker.deps.metrics.read()).toMatch(
      /atelier_inspections_total\{kind="text-to-video",outcome="good",reason=""\} [1-9]/,
    );
  });
});
