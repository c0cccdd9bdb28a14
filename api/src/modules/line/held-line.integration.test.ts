import type { LineReply, StatusReply } from '@atelier/contract';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage, submitVideo } from '../../testing/submissions.ts';
import { openTestStore } from '../../testing/test-store.ts';

const store = await openTestStore();
const api = await startTestApi({ store, settings: { LIMIT_RUNNING: '3' } });
const { pool } = store.owner;
afterEach(async () => {
  await pool.query('delete from provider_breaker');
  await store.expectWholeLedger();
});
afterAll(async () => {
  await api.close();
  await store.close();
});

const open = (subject: string, code: string) =>
  pool.query(
    `insert into provider_breaker (subject, state, code, opened_at, probe_at)
     values ($1, 'open', $2, now(), now() + interval '1 hour')`,
    [subject, code],
  );
const readLine = async (user: TestUser) => (await user.get('/api/line')).body as LineReply;
const readGeneration = async (user: TestUser, id = '') =>
  ((await user.get(`/api/generations/${id}`)).body as { generation: Record<string, unknown> }).generation;
const readStatus = async () => (await api.browser().get('/api/status')).body as StatusReply;

/** Processes read the breakers again after a second, and the status after two. */
const waitUntilHeld = (id: string) =>
  vi.waitFor(async () => {
    const kind = (await readStatus()).kinds.find((each) => each.id === id);
    expect(kind?.held_since).toEqual(expect.any(String));
    return kind ?? expect.fail();
  }, 20_000);

it('a submission waits with its credits while the provider takes no work, and says so', async () => {
  await open('account', 'account_locked');
  const user = await api.user({ credits: 1_000 });
  const id = await submitVideo(user);
  expect(await readGeneration(user, id)).toMatchObject({
    status: 'waiting',
    can_cancel: true,
    credits: { held: 300 },
    progress: { waiting_reason: 'provider', queue_position: 0 },
  });
  expect(await readLine(user)).toMatchObject({ waiting_reason: 'provider', running: 0 });
  await vi.waitFor(async () => expect((await readStatus()).provider_held_since).not.toBeNull(), 5_000);
  // Visitors learn nothing about our account at the provider.
  expect(JSON.stringify(await readStatus())).not.toContain('account');
});

it('submissions of a model that is down wait at once, singly and together, and those of another one start', async () => {
  await open('kind:flux-schnell', 'busy');
  await waitUntilHeld('flux-schnell');
  const user = await api.user({ credits: 1_000 });
  const images = [await submitImage(user)];
  images.push(...(await Promise.all(Array.from({ length: 4 }, () => submitImage(user)))));
  const { rows } = await pool.query(
    `select g.status, exists (select from outbox where key = 'dispatch:' || g.id) as is_sent from generation g where user_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual(Array(5).fill({ status: 'waiting', is_sent: false }));
  const video = await submitVideo(user);
  expect(await readGeneration(user, video)).toMatchObject({ status: 'pending' });
  expect(await readLine(user)).toMatchObject({ waiting_reason: 'model', running: 1 });
  expect(images.every(({ generation }) => generation.progress.waiting_reason === 'model')).toBe(true);
});

it('what waits for a model lets a submission of another one go past it at once', async () => {
  const user = await api.user({ credits: 1_000 });
  await user.post('/api/line/pause');
  const video = await submitVideo(user);
  await open('kind:text-to-video', 'busy');
  expect((await waitUntilHeld('text-to-video')).successor).toEqual(expect.any(String));
  await user.post('/api/line/resume');
  const { id: image } = await submitImage(user);
  expect(await readGeneration(user, video)).toMatchObject({
    status: 'waiting',
    progress: { waiting_reason: 'model' },
  });
  expect(await readGeneration(user, image)).toMatchObject({ status: 'pending' });
  expect(await readLine(user)).toMatchObject({ waiting_reason: 'model', running: 1 });
});
