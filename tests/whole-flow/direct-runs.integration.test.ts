import { randomUUID } from 'node:crypto';
import { createFal } from '@ai-sdk/fal';
import { findLedgerProblems } from '@atelier/db';
import { createFalClient, type FalClient } from '@fal-ai/client';
import { APICallError, generateImage } from 'ai';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey, falClientWithKey } from './testing/fal-client.ts';
import { type Flow, generousLimits, openFlow } from './testing/open-flow.ts';

const slow = { timeout: 90_000 };
const schnell = 'fal-ai/flux/schnell';
/** Enough for every run that ends, and short for the one that waits until it is handed over. */
const waitSeconds = 12;

let flow: Flow;
let key: string;
let fal: FalClient;
beforeAll(async () => {
  flow = await openFlow(undefined, { ...generousLimits, RUN_WAIT_SECONDS: String(waitSeconds) });
  key = await createApiKey(flow);
  fal = falClientWithKey(flow.stack.url, key);
}, 180_000);
afterAll(() => flow?.close(), 60_000);
afterEach(async () => {
  flow.stack.emulator?.control.release();
  await vi.waitFor(async () => expect((await flow.credits()).held_credits).toBe(0), { timeout: 30_000 });
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
});

/** Calls as programs do that were given an address in the place of https://fal.run, such as AI SDKs. */
const run = (endpoint: string, input: object, signal?: AbortSignal) =>
  fetch(`${flow.stack.url}/api/wan/fal/run/${endpoint}`, {
    method: 'POST',
    headers: { authorization: `Key ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal: signal ?? null,
  });

it('a program that expects the result itself gets the files that it pays for', slow, async () => {
  const before = (await flow.credits()).left_credits;
  const reply = await run(schnell, { prompt: 'A red fox', num_images: 2 });
  const { images } = (await reply.json()) as { images: { url: string; content_type: string }[] };
  expect([reply.status, images.length]).toEqual([200, 2]);
  const file = await fetch(images[0]?.url ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, images[0]?.content_type]);
  await expect.poll(async () => (await flow.credits()).left_credits).toBe(before - 40);
});

it('fal’s client runs a model directly', slow, async () => {
  const { data, requestId } = await fal.run(schnell, { input: { prompt: 'A red fox' } });
  expect(data.images).toHaveLength(1);
  expect((await flow.find(requestId)).status).toBe('completed');
});

it('a run that fails is answered with the model’s error, and nothing is charged', slow, async () => {
  const before = (await flow.credits()).left_credits;
  const reply = await run(schnell, { prompt: 'A storm [fail]' });
  expect(reply.status).toBeGreaterThanOrEqual(422);
  expect(await reply.json()).toMatchObject({ detail: expect.anything(), success: false });
  await expect.poll(async () => (await flow.credits()).left_credits).toBe(before);
});

it.each([
  ['a video, which takes too long', 'fal-ai/wan-t2v', 400],
  ['a model that is not offered', 'fal-ai/none', 404],
])('%s is refused before anything is reserved', slow, async (_what, endpoint, status) => {
  const before = await flow.credits();
  expect((await run(endpoint, { prompt: 'A boat' })).status).toBe(status);
  expect(await flow.credits()).toEqual(before);
});

it(
  'a run without a key is cancelled when its program goes away, because nothing leads back to it',
  slow,
  async () => {
    const gone = new AbortController();
    const running = run(schnell, { prompt: 'A harbour [stuck]' }, gone.signal);
    await expect.poll(async () => (await flow.credits()).held_credits).toBe(20);
    gone.abort();
    await expect(running).rejects.toThrow();
    const { rows } = await flow.db.pool.query<{ id: string }>(
      'select id from generation order by created_at desc limit 1',
    );
    await vi.waitFor(async () => expect((await flow.find(rows[0]?.id ?? '')).status).toBe('cancelled'), {
      timeout: 60_000,
    });
  },
);

it('fal’s client joins its run again after a hand-over when it sends a key', slow, async () => {
  const once = randomUUID();
  const client = createFalClient({
    credentials: key,
    suppressLocalCredentialsWarning: true,
    requestMiddleware: async (request) => ({
      ...request,
      url: request.url.replace('https://fal.run', `${flow.stack.url}/api/wan/fal/run`),
      headers: { ...request.headers, 'Idempotency-Key': once },
    }),
  });
  const before = (await flow.credits()).left_credits;
  flow.stack.emulator?.control.hold({ step: 'IN_PROGRESS' });
  const running = client.run(schnell, { input: { prompt: 'A harbour' } });
  // The first call has been handed over by then, and the client has called again.
  await vi.waitFor(
    async () => {
      const { rows } = await flow.db.pool.query<{ is_handed_over: boolean }>(
        `select now() > created_at + make_interval(secs => $1) as is_handed_over
           from generation where prompt = 'A harbour' order by created_at desc limit 1`,
        [waitSeconds + 2],
      );
      expect(rows[0]?.is_handed_over).toBe(true);
    },
    { timeout: 60_000, interval: 500 },
  );
  flow.stack.emulator?.control.release();
  const { data } = await running;
  expect(data.images).toHaveLength(1);
  await expect.poll(async () => (await flow.credits()).left_credits).toBe(before - 20);
});

describe('the AI SDK with this address as its baseURL', () => {
  const image = () => createFal({ apiKey: key, baseURL: `${flow.stack.url}/api/wan/fal/run` }).image(schnell);

  it('makes an image, which is paid once', slow, async () => {
    const before = (await flow.credits()).left_credits;
    const once = randomUUID();
    const make = () =>
      generateImage({
        model: image(),
        prompt: 'A red fox',
        size: '1024x1024',
        headers: { 'Idempotency-Key': once },
      });
    const first = await make();
    expect([first.image.mediaType, first.image.uint8Array.length > 100]).toEqual(['image/jpeg', true]);
    expect((await make()).image.base64).toBe(first.image.base64);
    await expect.poll(async () => (await flow.credits()).left_credits).toBe(before - 20);
  });

  it('makes several images without a header that only this site knows', {
    ...slow,
    tags: 'each-rule',
  }, async () => {
    const { images } = await generateImage({
      model: image(),
      prompt: 'Two boats',
      aspectRatio: '16:9',
      n: 2,
    });
    expect(images).toHaveLength(2);
  });

  it('throws the model’s error and that of a wrong field once, and nothing is charged', slow, async () => {
    const before = (await flow.credits()).left_credits;
    const counts = () => flow.stack.emulator?.control.counts();
    const readError = (more: Pick<Parameters<typeof generateImage>[0], 'prompt' | 'size'>) =>
      generateImage({ model: image(), ...more }).then(
        () => undefined,
        (error: unknown) => error as APICallError,
      );
    const failed = await readError({ prompt: 'A storm [fail]' });
    expect(APICallError.isInstance(failed)).toBe(true);
    expect(failed).toMatchObject({ statusCode: 422, isRetryable: false });
    await expect.poll(async () => (await flow.credits()).left_credits).toBe(before);
    const submitted = counts();
    const wrong = await readError({ prompt: 'A fox', size: '100x100' });
    expect(wrong).toMatchObject({ statusCode: 422, message: expect.stringMatching(/image_size/) });
    expect(counts()).toEqual(submitted);
    expect((await flow.credits()).left_credits).toBe(before);
  });
});
