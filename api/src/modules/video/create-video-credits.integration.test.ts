import { randomUUID } from 'node:crypto';
import { getKind } from '@atelier/catalog';
import { isAppError } from '@atelier/contract';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { inLanes } from '../../testing/in-lanes.ts';
import { issue, refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { type CreatedVideo, createVideoPath as path, textToVideo } from '../../testing/submissions.ts';
import type { Reply } from '../../testing/test-browser.ts';
import { countRows } from '../../testing/test-store.ts';
import { submitGeneration } from '../generations/submit-generation.ts';

const api = await startTestApi();
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const created = (reply: Reply) => reply.body as CreatedVideo;
const mismatch = refusal('idempotency_mismatch', 'This request_id was already used with another request');

async function readBalance(user: TestUser) {
  const { credits } = (await user.get('/api/user/info')).body as {
    credits: { left_credits: number; held_credits: number };
  };
  return [credits.left_credits, credits.held_credits];
}

function countEach(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

describe('a submission', () => {
  it('holds its price and starts as pending', async () => {
    const user = await api.user({ credits: 1_000 });
    const reply = await user.post(path, textToVideo);
    expect(reply.status).toBe(200);
    expect(created(reply)).toMatchObject({ status: 'pending', credits: { cost: 300, left_credits: 700 } });
    expect(created(reply).request_id).toBe(created(reply).id);
    expect(await readBalance(user)).toEqual([700, 300]);
  });

  it('is private by default and public on request, in either spelling', async () => {
    const user = await api.user();
    const isPublic = async (more: object) =>
      (await user.post(path, { ...textToVideo, ...more })).body as { generation: { is_public: boolean } };
    expect((await isPublic({})).generation.is_public).toBe(false);
    expect((await isPublic({ is_public: true })).generation.is_public).toBe(true);
    expect((await isPublic({ isPublic: true })).generation.is_public).toBe(true);
  });

  it('can spend the last credit and not one more', async () => {
    const user = await api.user({ credits: 300 });
    expect(created(await user.post(path, textToVideo)).credits.left_credits).toBe(0);
    const reply = await user.post(path, textToVideo);
    expect(reply.body).toEqual(
      refusal('insufficient_credits', 'Insufficient credits', { required: 300, current: 0 }),
    );
  });

  it('is accepted exactly as often as the balance allows among a thousand concurrent ones', async () => {
    const user = await api.user({ credits: 500 * 300 + 299 });
    const submitter = { userId: user.userId, hasEverPaid: true, isLocked: false };
    const request = { kind: getKind('text-to-video'), input: textToVideo, fields: {}, origin: {} };
    const submit = async () => {
      try {
        await submitGeneration({ ...api.deps, realtime: api.realtime }, submitter, request);
        return 'accepted';
      } catch (error) {
        return isAppError(error) ? error.code : String(error);
      }
    };
    const outcomes = await inLanes(Array.from({ length: 1_000 }), submit, 100);
    expect(countEach(outcomes)).toEqual({ accepted: 500, insufficient_credits: 500 });
    expect(await readBalance(user)).toEqual([299, 150_000]);
    expect(await countRows(api.store, user.userId)).toMatchObject({ generations: 500, reserves: 500 });
  });

  it('is refused over HTTP once the balance is used up by concurrent ones', async () => {
    const user = await api.user({ credits: 10 * 300 });
    const replies = await Promise.all(Array.from({ length: 40 }, () => user.post(path, textToVideo)));
    expect(countEach(replies.map(({ status }) => String(status)))).toEqual({ 200: 10, 400: 30 });
    expect(await readBalance(user)).toEqual([0, 3_000]);
  });
});

describe('an idempotency key', () => {
  it('returns the first reply for a repeated request, including its balance', async () => {
    const user = await api.user({ credits: 1_000 });
    const request_id = randomUUID();
    const first = created(await user.post(path, { ...textToVideo, request_id }));
    await user.post(path, textToVideo);
    const repeated = await user.post(path, { ...textToVideo, request_id });
    expect(repeated.status).toBe(200);
    expect(created(repeated)).toMatchObject({
      id: first.id,
      status: 'pending',
      credits: { cost: 300, left_credits: 700 },
    });
    expect(await readBalance(user)).toEqual([400, 600]);
  });

  it('may come as a header, in upper or lower case', async () => {
    const user = await api.user();
    const key = randomUUID();
    const post = (idempotencyKey: string) =>
      user.post(path, textToVideo, { headers: { 'idempotency-key': idempotencyKey } });
    const first = created(await post(key));
    expect(created(await post(key.toUpperCase())).id).toBe(first.id);
    expect(created(await user.post(path, { ...textToVideo, request_id: key })).id).toBe(first.id);
    expect(await countRows(api.store, user.userId)).toEqual({ generations: 1, reserves: 1, keys: 1 });
  });

  it('treats bodies as equal that differ only in what has no effect', async () => {
    const user = await api.user();
    const request_id = randomUUID();
    const first = created(await user.post(path, { ...textToVideo, request_id }));
    const same = { resolution: '480p', is_public: false, prompt: `  ${textToVideo.prompt} `, user: 'x' };
    const repeated = await user.post(path, { request_id, ...textToVideo, ...same });
    expect(created(repeated).id).toBe(first.id);
  });

  it.each([{ prompt: 'Another boat' }, { resolution: '720p' }, { is_public: true }])(
    'refuses a different body: %o',
    async (change) => {
      const user = await api.user();
      const request_id = randomUUID();
      await user.post(path, { ...textToVideo, request_id });
      const reply = await user.post(path, { ...textToVideo, request_id, ...change });
      expect(reply.status).toBe(422);
      expect(reply.body).toEqual(mismatch);
      expect(await countRows(api.store, user.userId)).toMatchObject({ generations: 1, reserves: 1 });
    },
  );

  it('returns the first reply even when that request took the last credits', async () => {
    const user = await api.user({ credits: 300 });
    const request_id = randomUUID();
    const first = created(await user.post(path, { ...textToVideo, request_id }));
    const repeated = await user.post(path, { ...textToVideo, request_id });
    expect(created(repeated)).toMatchObject({ id: first.id, credits: { left_credits: 0 } });
    const other = await user.post(path, { ...textToVideo, request_id, prompt: 'Another boat' });
    expect(other.body).toEqual(mismatch);
  });

  it('belongs to one user and may be used by another', async () => {
    const [one, other] = [await api.user(), await api.user()];
    const body = { ...textToVideo, request_id: randomUUID() };
    const first = created(await one.post(path, body));
    const second = await other.post(path, body);
    expect(second.status).toBe(200);
    expect(created(second).id).not.toBe(first.id);
  });

  it('is not used up by a refused request', async () => {
    const user = await api.user({ credits: 299 });
    const request_id = randomUUID();
    expect((await user.post(path, { ...textToVideo, request_id })).status).toBe(400);
    expect(await countRows(api.store, user.userId)).toEqual({ generations: 0, reserves: 0, keys: 0 });
  });

  it.each(['5', '', 'x'.repeat(300)])('must be a UUID: "%s"', async (key) => {
    const user = await api.user();
    const reply = await user.post(path, { ...textToVideo, request_id: key });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ issues: [issue('request_id', 'request_id must be a UUID')] });
  });

  it('creates one generation and one hold for a hundred concurrent equal requests', async () => {
    const user = await api.user();
    const body = { ...textToVideo, request_id: randomUUID() };
    const replies = await Promise.all(Array.from({ length: 100 }, () => user.post(path, body)));
    const answered = replies.filter(({ status }) => status === 200).map(created);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(answered.map(({ id }) => id)).size).toBe(1);
    expect(answered.every(({ credits }) => credits.left_credits === 19_700)).toBe(true);
    expect(await countRows(api.store, user.userId)).toEqual({ generations: 1, reserves: 1, keys: 1 });
    expect(await readBalance(user)).toEqual([19_700, 300]);
  });

  it('waits for the first request while that one still runs, and gets its reply', async () => {
    const user = await api.user();
    const raw = { ...textToVideo, request_id: randomUUID() };
    const submitter = { userId: user.userId, hasEverPaid: true, isLocked: false };
    const held = Promise.withResolvers<void>();
    const request = {
      kind: getKind('text-to-video'),
      input: raw,
      fields: raw,
      origin: {},
      inSameTransaction: () => held.promise,
    };
    const first = submitGeneration({ ...api.deps, realtime: api.realtime }, submitter, request);
    await vi.waitFor(() => expectStatements('idle in transaction'), { timeout: 20_000 });
    const second = user.post(path, raw);
    await vi.waitFor(() => expectStatements('active', 'Lock'), { timeout: 20_000 });
    held.resolve();
    const { generation } = await first;
    expect(created(await second).id).toBe(generation.id);
    expect(await countRows(api.store, user.userId)).toEqual({ generations: 1, reserves: 1, keys: 1 });
  });

  it('is in progress while it is used and the first reply cannot be read', async () => {
    const user = await api.user();
    const raw = { ...textToVideo, request_id: randomUUID() };
    const submitter = { userId: user.userId, hasEverPaid: true, isLocked: false };
    const reserve = async () => ({ ok: false, reason: 'key_used' }) as const;
    const request = { kind: getKind('text-to-video'), input: raw, fields: raw, origin: {} };
    const refused = submitGeneration({ ...api.deps, realtime: api.realtime, reserve }, submitter, request);
    await expect(refused).rejects.toMatchObject({ code: 'in_progress', status: 409 });
    expect(await countRows(api.store, user.userId)).toEqual({ generations: 0, reserves: 0, keys: 0 });
  });
});

/** Some connection is in this state, and waits for such an event. */
async function expectStatements(state: string, waitEvent?: string): Promise<void> {
  const { rowCount } = await api.deps.db.pool.query(
    `select from pg_stat_activity
      where datname = current_database() and state = $1 and wait_event_type = coalesce($2, wait_event_type)`,
    [state, waitEvent],
  );
  expect(rowCount).toBeGreaterThan(0);
}
