import { findLedgerProblems } from '@atelier/db';
import type { FalClient } from '@fal-ai/client';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createApiKey, falClientWithKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

const slow = { timeout: 90_000 };
const schnell = 'fal-ai/flux/schnell';

let flow: Flow;
let key: string;
let fal: FalClient;
beforeAll(async () => {
  flow = await openFlow(undefined);
  key = await createApiKey(flow);
  fal = falClientWithKey(flow.stack.url, key);
}, 180_000);
afterAll(() => flow?.close(), 60_000);
afterEach(async () => {
  flow.stack.emulator?.control.release();
  await vi.waitFor(async () => expect((await flow.credits()).held_credits).toBe(0), { timeout: 30_000 });
  expect(await findLedgerProblems(flow.db.pool)).toEqual([]);
});

/** As programs call that were given an address in the place of https://fal.run, such as AI SDKs. */
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
  'a run whose program goes away is cancelled, because nothing could be told of it any more',
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
