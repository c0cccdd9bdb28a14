import { makePng } from '@atelier/storage/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApiKey, falClientWithKey } from './testing/fal-client.ts';
import { type Flow, openFlow } from './testing/open-flow.ts';

const slow = { timeout: 90_000 };
const daySeconds = 86_400;
let flow: Flow;
beforeAll(async () => {
  flow = await openFlow(undefined);
}, 180_000);
afterAll(() => flow?.close(), 60_000);

/** One generation, a batch, a retry, one that fal takes at the third time, and two through the door for fal's own client. */
async function submitEachWay(): Promise<void> {
  const ids = await flow.create('A boat', 'A boat that waits [busy]');
  const lines = ['One', 'Two'].map((prompt) => ({ kind: 'flux-schnell', input: { prompt } }));
  const batch = await flow.ask('POST', '/api/batches', { name: 'Boats', expected_cost: 40, lines });
  expect(batch.status).toBe(200);
  const fal = falClientWithKey(flow.stack.url, await createApiKey(flow));
  await fal.run('fal-ai/flux/schnell', { input: { prompt: 'Run directly' } });
  const image = new Blob([new Uint8Array(makePng({ width: 512, height: 512 }))], { type: 'image/png' });
  const input = { prompt: 'With a file', image_url: await fal.storage.upload(image) };
  await fal.subscribe('fal-ai/flux/dev/image-to-image', { input });
  const [failed = ''] = await flow.create('A boat that fails [fail]');
  await flow.ended([...ids, failed]);
  const retry = { kind: 'text-to-video', input: { prompt: 'A boat once more' }, retry_of: failed };
  expect((await flow.ask('POST', '/api/generations', retry)).status).toBe(200);
  const unfinished = 'select count(*)::int as unfinished from generation where finished_at is null';
  await expect
    .poll(async () => (await flow.db.pool.query(unfinished)).rows, { timeout: 60_000 })
    .toEqual([{ unfinished: 0 }]);
}

it('every submission forbids a fallback and has the limits of our deadline', slow, async () => {
  await submitEachWay();
  const submissions = flow.stack.emulator?.control.requests('submit') ?? [];
  const { rows } = await flow.db.pool.query('select sum(attempt)::int as attempts from generation');
  expect(submissions).toHaveLength(rows[0].attempts);
  expect(submissions.length).toBeGreaterThanOrEqual(10);
  for (const { headers, atMs, input } of submissions) {
    expect(headers).toMatchObject({ 'x-app-fal-disable-fallback': '1', 'x-fal-queue-priority': 'normal' });
    expect(headers).not.toHaveProperty('x-fal-store-io');
    const leftSeconds = Number(headers['x-fal-request-timeout']);
    const lifecycle = JSON.parse(headers['x-fal-object-lifecycle-preference'] ?? '');
    expect(lifecycle).toEqual({ expiration_duration_seconds: leftSeconds + 1 + daySeconds });
    const found = 'select deadline_at from generation where prompt = $1';
    const { rows: owners } = await flow.db.pool.query(found, [(input as { prompt: string }).prompt]);
    const sparedMs = owners[0].deadline_at.getTime() - (atMs + leftSeconds * 1000);
    // The last moment at which fal begins lies before our deadline, and not much before.
    expect(sparedMs).toBeGreaterThan(-500);
    expect(sparedMs).toBeLessThan(10_000);
  }
});
