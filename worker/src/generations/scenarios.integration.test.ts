import { findLedgerProblems, type GenerationRow, listOutputs } from '@atelier/db';
import { generationJobId } from '@atelier/queue';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  current,
  endByPolling,
  type Order,
  order,
  readSummary,
  send,
  startCredits,
  waitForEnd,
} from '../testing/make.ts';
import { openTestWorker, type TestWorker } from '../testing/open-test-worker.ts';

let worker: TestWorker;
beforeAll(async () => {
  worker = await openTestWorker();
  await worker.startJobs();
});
afterAll(() => worker.close());
afterEach(async () => {
  expect(await findLedgerProblems(worker.deps.db.pool)).toEqual([]);
  worker.emulator.control.reset();
});

/** Submits and waits for the end. */
async function make(wanted: Order) {
  const generation = await order(worker.deps, wanted);
  await send(worker.deps, generation);
  await waitForEnd(worker.deps, generation);
  return generation;
}

const listEvents = (userId: string) => worker.events.filter((event) => event.userId === userId);

/** Polls, since the event of an end is sent after it is committed. */
const expectLastBalance = (
  generation: GenerationRow,
  balance: { left_credits: number; held_credits: number },
) =>
  expect
    .poll(() => listEvents(generation.user_id).at(-1), { timeout: 20_000 })
    .toMatchObject({ name: 'credits:changed', body: balance });
const video = { kind: 'text-to-video' as const };
const images = { kind: 'flux-schnell' as const, input: { image_size: 'square', num_images: 4 } };
const cost = 300;
const nothing = { settled: 0, released: cost, left: startCredits, held: 0, outputs: 0 };
const everything = {
  settled: cost,
  released: 0,
  left: startCredits - cost,
  held: 0,
  outputs: 1,
  error: null,
};

describe('a video', () => {
  it('is copied, measured and charged, and its owner is notified of each step', async () => {
    const generation = await make({ ...video, prompt: 'Boat' });
    expect(await readSummary(worker.deps, generation)).toEqual({ status: 'completed', ...everything });
    const [output] = await listOutputs(worker.deps.db.pool, generation.id);
    expect(output).toMatchObject({ content_type: 'video/mp4', height: 480, fps: 16, is_flagged: false });
    expect(output?.duration_seconds).toBeCloseTo(81 / 16, 1);
    expect(output?.original_url).toContain(worker.emulator.url);
    for (const key of [output?.storage_key, output?.poster_key]) {
      expect((await worker.deps.store.find(key ?? ''))?.bytes).toBeGreaterThan(0);
    }
    expect((await worker.deps.store.find(output?.storage_key ?? ''))?.bytes).toBe(output?.bytes);

    await expectLastBalance(generation, { left_credits: startCredits - cost, held_credits: 0 });
    const events = listEvents(generation.user_id);
    const states = events.flatMap(({ body }) => {
      const generation = body.generation as { status: string; revision: number } | undefined;
      return generation ? [generation] : [];
    });
    expect(states.at(-1)).toMatchObject({ status: 'completed', outputs: [{ content_type: 'video/mp4' }] });
    expect(states.map(({ revision }) => revision)).toEqual(
      states.map(({ revision }) => revision).toSorted((a, b) => a - b),
    );
    await expect
      .poll(async () => {
        const key = `changed:${generation.id}`;
        return (await worker.deps.db.pool.query('select from outbox where key = $1', [key])).rowCount;
      })
      .toBe(0);
  });

  it('costs one submission, one stream and at most two status calls, and no result call', async () => {
    await make({ ...video, prompt: 'Boat' });
    const counts = worker.emulator.control.counts();
    expect(counts).toMatchObject({ submit: 1, result: 0, cancel: 0, file: 1 });
    expect(counts.stream).toBeLessThanOrEqual(1);
    expect(counts.status).toBeLessThanOrEqual(2);
  });

  it.each([
    ['[fail]', 'provider_rejected'],
    ['[crash]', 'provider_failed'],
    ['[nsfw]', 'content_policy'],
    ['[nofile]', 'no_output'],
  ])('with %s fails as %s and costs nothing', async (scenario, error) => {
    const generation = await make({ ...video, prompt: `Boat ${scenario}` });
    expect(await readSummary(worker.deps, generation)).toEqual({ status: 'failed', error, ...nothing });
    await expectLastBalance(generation, { left_credits: startCredits, held_credits: 0 });
  });

  it('that fails keeps the words of the model, by field where it names one', async () => {
    const failed = await make({ ...video, prompt: 'Boat [fail]' });
    expect(await current(worker.deps, failed)).toMatchObject({
      error_reason: 'The model could not make a result from this input',
      error_fields: [],
    });
    // Our own checks refuse what fal would, so this one is changed behind them.
    const square = await order(worker.deps, { ...video, prompt: 'Boat' });
    const change = `update generation set input = input || '{"aspect_ratio": "1:1"}' where id = $1`;
    await worker.deps.db.pool.query(change, [square.id]);
    await send(worker.deps, square);
    const { error_fields, error_reason } = await waitForEnd(worker.deps, square);
    expect(error_fields).toMatchObject([{ field: 'aspect_ratio', message: expect.stringContaining('16:9') }]);
    expect(error_reason).toContain('16:9');
  });

  it('that names several fields keeps each under our name, with its place in a list, and costs nothing', async () => {
    const image_urls = ['https://example.com/a.png', 'https://example.com/b.png'];
    const edit = { kind: 'nano-banana-2-edit' as const, input: { image_urls } };
    const wrong = await make({ ...edit, prompt: 'Boat [wrong]' });
    const message = 'String should have at most 10 characters';
    expect(await current(worker.deps, wrong)).toMatchObject({
      error_code: 'provider_rejected',
      error_fields: [
        { field: 'prompt', message, type: 'string_too_long' },
        { field: 'image_urls', index: 1, message: 'Image dimensions are too small' },
      ],
    });
    expect(await readSummary(worker.deps, wrong)).toMatchObject({
      status: 'failed',
      ...nothing,
      released: 40,
    });
  });

  it('that finds no face in a picture says so at its field, and costs nothing', async () => {
    const image_url = 'https://example.com/teapot[faceless].png';
    const input = { image_url, audio_url: 'https://example.com/greeting.mp3' };
    const speaking = { kind: 'veed-fabric-1-0' as const, prompt: '', input, costCredits: cost };
    const faceless = await make(speaking);
    const message = 'Could not detect a face in the image';
    expect(await current(worker.deps, faceless)).toMatchObject({
      error_code: 'provider_rejected',
      error_fields: [{ field: 'image_url', message, type: 'face_detection_error' }],
    });
    expect(await readSummary(worker.deps, faceless)).toMatchObject({ status: 'failed', ...nothing });
  });

  it('that fal refuses at the submission keeps what it says of each field, and is not submitted again', async () => {
    const detail = [
      { loc: ['body', 'prompt'], msg: 'Prompt is too vague', type: 'value_error', input: 'Boats?' },
      { loc: ['body', 'image_url'], msg: 'Image dimensions are too small', type: 'image_too_small' },
      { loc: ['body', 'reasoning'], msg: 'Not with this model', type: 'value_error' },
      { loc: ['body'], msg: 'Input should be complete', type: 'value_error' },
    ];
    const body = { detail, error_type: 'value_error' };
    worker.emulator.control.injectFault({ operation: 'submit', times: 1, status: 422, body });
    const input = { image: 'https://example.com/a.png', question: 'Boats?' };
    const generation = await make({
      kind: 'image-understanding',
      prompt: 'Boats?',
      input,
      costCredits: cost,
    });
    expect(await current(worker.deps, generation)).toMatchObject({
      error_code: 'provider_rejected',
      error_reason:
        'Prompt is too vague; Image dimensions are too small; Not with this model; Input should be complete',
      // Errors have the names of the form; what it has no field for is in the sentence alone.
      error_fields: [
        { field: 'question', message: 'Prompt is too vague', type: 'value_error' },
        { field: 'image', message: 'Image dimensions are too small', type: 'image_too_small' },
      ],
      provider_request_id: null,
    });
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'failed', ...nothing });
    expect(worker.emulator.control.counts().submit).toBe(1);
  });

  it.each(['[twice]', '[early]', '[lost]', '[null]'])(
    'with %s is completed and charged once',
    async (scenario) => {
      const generation = await make({ ...video, prompt: `Boat ${scenario}` });
      expect(await readSummary(worker.deps, generation)).toEqual({ status: 'completed', ...everything });
      expect(worker.emulator.control.counts().submit).toBe(1);
      const { rows } = await worker.deps.db.pool.query(
        'select state, provider_request_id from provider_submission where generation_id = $1',
        [generation.id],
      );
      const { provider_request_id } = await current(worker.deps, generation);
      expect(rows).toEqual([{ state: 'sent', provider_request_id }]);
    },
  );

  it.each(['[silent]', '[badsig]'])('with %s is finished by the poll', async (scenario) => {
    const generation = await order(worker.deps, { ...video, prompt: `Boat ${scenario}` });
    await send(worker.deps, generation);
    await endByPolling(worker.deps, generation);
    expect(await readSummary(worker.deps, generation)).toEqual({ status: 'completed', ...everything });
    const { provider_request_id: requestId } = await current(worker.deps, generation);
    const delivered = worker.emulator.control.webhooks(requestId ?? '');
    expect(delivered.filter(({ status }) => status === 200)).toEqual([]);
  });

  it('with [late] is finished by the poll, and its webhook then changes nothing', async () => {
    worker.emulator.control.hold({ step: 'WEBHOOK' });
    worker.emulator.control.setLateMs(1);
    const generation = await order(worker.deps, { ...video, prompt: 'Boat [late]' });
    await send(worker.deps, generation);
    const finished = await endByPolling(worker.deps, generation);
    worker.emulator.control.release();
    const { provider_request_id: requestId } = finished;
    await expect
      .poll(() => worker.emulator.control.webhooks(requestId ?? '').map(({ status }) => status), {
        timeout: 20_000,
      })
      .toEqual([200]);
    expect(await current(worker.deps, generation)).toEqual(finished);
  });

  it('with [busy] is submitted again until it is accepted', async () => {
    const generation = await order(worker.deps, { ...video, prompt: 'Boat [busy]' });
    await send(worker.deps, generation);
    for (const attempt of [1, 2]) {
      // Skips the backoff for a busy provider.
      const jobId = generationJobId('dispatch-again', generation.id, attempt);
      const job = await vi.waitUntil(() => worker.deps.queue.queue('dispatch-generation').getJob(jobId), {
        timeout: 20_000,
      });
      await job.promote();
    }
    await waitForEnd(worker.deps, generation);
    expect(await readSummary(worker.deps, generation)).toEqual({ status: 'completed', ...everything });
    expect(worker.emulator.control.counts().submit).toBe(3);
  });

  it('is completed when its progress cannot be followed', async () => {
    worker.emulator.control.injectFault({ operation: 'stream', times: 1, reset: true });
    const generation = await make({ ...video, prompt: 'Boat' });
    expect(await readSummary(worker.deps, generation)).toMatchObject({ status: 'completed' });
  });
});

describe('images', () => {
  it('are all copied and charged', async () => {
    const generation = await make({ ...images, prompt: 'Fox' });
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'completed',
      settled: 32,
      outputs: 4,
    });
  });

  it('have a thumbnail and a placeholder each, and set the size of their generation', async () => {
    const generation = await make({ ...images, prompt: 'Fox' });
    const outputs = await listOutputs(worker.deps.db.pool, generation.id);
    const thumbnail = { poster_key: expect.stringMatching(/\.webp$/), placeholder: expect.any(String) };
    const size = { width: 512, height: 512 };
    expect(outputs).toMatchObject(Array.from({ length: 4 }, () => ({ ...size, ...thumbnail })));
    for (const { poster_key } of outputs)
      expect((await worker.deps.store.find(poster_key ?? ''))?.bytes).toBeGreaterThan(0);
    expect(await current(worker.deps, generation)).toMatchObject(size);
  });

  it("are charged for what was delivered when one is flagged, rounded in the user's favour", async () => {
    const generation = await make({ ...images, prompt: 'Fox [nsfw]', costCredits: 10 });
    const expected = {
      status: 'partial',
      error: null,
      settled: 7,
      released: 3,
      left: startCredits - 7,
      held: 0,
      outputs: 4,
    };
    expect(await readSummary(worker.deps, generation)).toEqual(expected);
    const outputs = await listOutputs(worker.deps.db.pool, generation.id);
    expect(outputs.map((output) => [output.is_flagged, output.storage_key !== null])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  it('cost nothing when all of them are flagged', async () => {
    const input = { ...images.input, num_images: 1 };
    const generation = await make({ ...images, input, prompt: 'Fox [nsfw]' });
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error: 'content_policy',
      settled: 0,
      left: startCredits,
    });
  });

  it.each([
    ['[nofile]', 'no_output'],
    ['[fail]', 'provider_rejected'],
    ['[crash]', 'provider_failed'],
  ])('with %s fail as %s and cost nothing', async (scenario, error) => {
    const generation = await make({ ...images, prompt: `Fox ${scenario}` });
    expect(await readSummary(worker.deps, generation)).toMatchObject({
      status: 'failed',
      error,
      settled: 0,
      left: startCredits,
      held: 0,
    });
  });
});
