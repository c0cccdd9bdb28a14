import { randomUUID } from 'node:crypto';
import { getKind } from '@atelier/catalog';
import type { AudioHistoryReply, RefundCreditsReply, ServerEvents } from '@atelier/contract';
import { markGenerationEnded, refundGeneration } from '@atelier/db';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { endGeneration } from '../../testing/endings.ts';
import { inLanes } from '../../testing/in-lanes.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitAudio, uploadVideo } from '../../testing/submissions.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { refundCredits } from './refund-credits.ts';

const api = await startTestApi({ settings: { LIMIT_UPLOAD_PER_MINUTE: '100000' } });
afterEach(() => api.store.expectWholeLedger());
afterAll(() => api.close());

const path = '/api/wan/refundCredits';
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
const error = { code: 'no_output' as const, detail: null };

const request = (user: TestUser, requestId: unknown, more: object = {}) =>
  user.post(path, { request_id: requestId, reason: 'No sound', manual_refund: true, ...more });

/** Failed with its credits charged: the case that this route is for. */
async function chargedFailure(user: TestUser, more: object = {}): Promise<string> {
  const id = await submitAudio(user, more);
  await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 50, error });
  return id;
}

async function readLeft(user: TestUser): Promise<number> {
  const { credits } = (await user.get('/api/user/info')).body as { credits: { left_credits: number } };
  return credits.left_credits;
}

const listEntries = async (id: string) =>
  (
    await api.store.owner.pool.query<{ kind: string; d_available: number }>(
      `select kind, d_available from ledger_entry where generation_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ kind, d_available }) => `${kind} ${d_available}`);

async function listReasons(id: string): Promise<(string | null)[]> {
  const { rows } = await api.store.owner.pool.query<{ reason: string | null }>(
    'select reason from ledger_entry where generation_id = $1 order by id',
    [id],
  );
  return rows.map(({ reason }) => reason);
}

describe('the refund of a failed generation', () => {
  it('returns the charge once; repetitions report that refund', async () => {
    const user = await api.user({ credits: 100 });
    const id = await chargedFailure(user);
    expect(await readLeft(user)).toBe(50);
    const first = await request(user, id);
    expect([first.status, first.body]).toEqual([
      200,
      {
        success: true,
        refund_status: 'refunded',
        data: { request_id: id, refund_amount: 50, refunded_at: moment, reason: 'No sound' },
        message: 'The credits were refunded',
      },
    ]);
    const second = await request(user, id, { reason: 'Again' });
    expect([second.status, second.body]).toEqual([
      200,
      {
        ...(first.body as RefundCreditsReply),
        refund_status: 'duplicate_attempt',
        message: 'These credits were already refunded',
      },
    ]);
    expect(await readLeft(user)).toBe(100);
    expect(await listEntries(id)).toEqual(['reserve -50', 'settle 0', 'refund 50']);
    // The ledger outlives the account, so the user's own words are not in it.
    expect(await listReasons(id)).toEqual([null, null, 'requested']);
    const { data } = (await user.get('/api/audio-generation/history')).body as AudioHistoryReply;
    expect(data[0]).toMatchObject({
      creditsUsed: 50,
      creditsRefunded: true,
      refundAmount: 50,
      refundedAt: moment,
      refundReason: 'No sound',
      refundAttempts: 2,
    });
  });

  it('adds nothing to credits that were released automatically', async () => {
    const user = await api.user({ credits: 100 });
    const id = await submitAudio(user);
    await endGeneration(api.deps, id, { status: 'failed', chargeCredits: 0, error });
    const reply = await request(user, id);
    expect([reply.status, reply.body]).toMatchObject([
      200,
      { refund_status: 'duplicate_attempt', data: { refund_amount: 50, reason: 'no_output' } },
    ]);
    expect([await readLeft(user), await listEntries(id)]).toEqual([100, ['reserve -50', 'release 50']]);
  });

  it('adds nothing to an operator’s refund', async () => {
    const user = await api.user({ credits: 100 });
    const id = await chargedFailure(user);
    const operator = { operatorId: randomUUID(), reason: 'Goodwill' };
    await refundGeneration(api.deps.db, { id, user_id: user.userId, settled: 50 }, operator);
    expect((await request(user, id)).body).toMatchObject({
      refund_status: 'duplicate_attempt',
      data: { refund_amount: 50, reason: 'Goodwill' },
    });
    expect(await readLeft(user)).toBe(100);
  });

  it('needs the id of a generation', async () => {
    const user = await api.user();
    for (const id of [undefined, null, '', 'x', 7, {}]) {
      const reply = await request(user, id);
      expect([reply.status, reply.body]).toEqual([
        400,
        refusal('cannot_refund', 'A refund needs the id of a generation'),
      ]);
    }
  });

  it('is limited to failed generations', async () => {
    const user = await api.user();
    const video_url = await uploadVideo(user);
    const [running, completed, cancelled] = [
      await submitAudio(user, { video_url }),
      await submitAudio(user, { video_url }),
      await submitAudio(user, { video_url }),
    ];
    await endGeneration(api.deps, completed, { status: 'completed', chargeCredits: 50, error: null });
    await user.post(`/api/generations/${cancelled}/cancel`);
    for (const id of [running, completed, cancelled]) {
      const reply = await request(user, id);
      expect([reply.status, reply.body]).toEqual([
        409,
        refusal('only_failed', 'Only failed generations can be refunded'),
      ]);
    }
  });

  it('is limited to the signed-in owner', async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const id = await chargedFailure(owner);
    expect((await api.browser().post(path, { request_id: id })).status).toBe(401);
    expect((await request(other, id)).status).toBe(404);
    expect((await request(owner, randomUUID())).status).toBe(404);
    expect(await listEntries(id)).toEqual(['reserve -50', 'settle 0']);
  });

  it.each([[{ reason: 'x'.repeat(501) }], [{ reason: 'a\u0000b' }], [{ reason: 7 }]])(
    'is refused for %j',
    async (more) => {
      const user = await api.user();
      expect((await request(user, await chargedFailure(user), more)).status).toBe(400);
    },
  );

  it('notifies all of the user’s pages', async () => {
    const user = await api.user({ credits: 100 });
    const id = await chargedFailure(user);
    const emitted = vi.spyOn(api.realtime, 'emitToUser');
    await request(user, id);
    const events = emitted.mock.calls as unknown as [string, keyof ServerEvents, unknown][];
    expect(events.map(([userId, name, body]) => ({ userId, name, body }))).toMatchObject([
      { userId: user.userId, name: 'generation:changed', body: { generation: { id } } },
      { userId: user.userId, name: 'credits:changed', body: { left_credits: 100, held_credits: 0 } },
    ]);
    emitted.mockClear();
    await request(user, id);
    expect(emitted.mock.calls).toMatchObject([
      [user.userId, 'generation:changed', { generation: { id, revision: expect.any(Number) } }],
    ]);
    const [[, , last]] = emitted.mock.calls as unknown as [
      [string, string, { generation: { revision: number } }],
    ];
    const { body } = await user.get(`/api/generations/${id}`);
    expect(body).toMatchObject({ generation: { revision: last.generation.revision } });
    emitted.mockRestore();
  });
});

it('each of 200 charged failures is refunded exactly once for five concurrent requests', {
  tags: 'load',
  timeout: 120_000,
}, async () => {
  const count = 200;
  const user = await api.user({ credits: count * 50 });
  const ids = await failAll(user, count);
  expect(await readLeft(user)).toBe(0);

  const deps = { ...api.deps, realtime: api.realtime };
  const outcomes = await inLanes(ids, async (requestId) => {
    const refund = () => refundCredits(deps, user.userId, { requestId, reason: 'No sound' });
    return Promise.all(Array.from({ length: 5 }, refund));
  });
  const counts = Object.groupBy(outcomes.flat(), (outcome) => outcome.refund_status);
  expect(counts.refunded).toHaveLength(count);
  expect(counts.duplicate_attempt).toHaveLength(4 * count);
  expect(new Set(outcomes.flat().map(({ data }) => data.refund_amount))).toEqual(new Set([50]));
  expect(await readLeft(user)).toBe(count * 50);
  const { rows } = await api.store.owner.pool.query(
    `select count(*)::int as refunds, sum(refund_attempts)::int as attempts
       from generation g join ledger_entry e on e.generation_id = g.id and e.kind = 'refund'
      where g.user_id = $1`,
    [user.userId],
  );
  expect(rows).toEqual([{ refunds: count, attempts: 5 * count }]);
});

/** Generations that failed with their credits charged. */
async function failAll(user: TestUser, count: number): Promise<string[]> {
  const kind = getKind('video-to-audio');
  const submitter = { userId: user.userId, hasEverPaid: true, isLocked: false };
  const input = { video_url: await uploadVideo(user) };
  return inLanes(Array.from({ length: count }), async () => {
    const { generation } = await submitGeneration({ ...api.deps, realtime: api.realtime }, submitter, {
      kind,
      input,
      fields: {},
      origin: {},
    });
    await markGenerationEnded(api.deps.db.pool, {
      generationId: generation.id,
      status: 'failed',
      chargeCredits: 50,
      error,
    });
    return generation.id;
  });
}
