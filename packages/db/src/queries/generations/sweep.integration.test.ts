import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { claim, createUser, reserve, sha256 } from '../../testing/samples.ts';
import { insertAuditEvent } from '../audit/audit-events.ts';
import { insertAccountNotice, listAccountNotices } from '../users/account-notices.ts';
import { findSession, insertSession } from '../users/sessions.ts';
import { requestCancellation } from './change-generation.ts';
import { markGenerationEnded } from './end/mark-generation-ended.ts';
import { scheduleCheck, startPollRound } from './provider/polling.ts';
import { markProgress } from './provider/progress.ts';
import { acceptProviderEvent } from './provider/provider-event.ts';
import { recordSubmission } from './provider/submission.ts';
import { findFirstAnswer } from './reserve/find-first-answer.ts';
import { abandonSubmission, claimDueGenerations, deleteExpired, listOrphans } from './sweep.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const start = async () => reserve(db, await createUser(db, 300));
const makeDue = (id: string) =>
  db.asOwner("update generation set next_check_at = now() - interval '1 second' where id = $1", [id]);

async function startProcessing() {
  const row = await claim(db, (await start()).id);
  const stored = await recordSubmission(db.pool, {
    generationId: row.id,
    attempt: 1,
    providerRequestId: randomUUID(),
    queuePosition: 5,
    expectedSeconds: 60,
    expectedMostSeconds: 60,
    nextCheckSeconds: 20,
  });
  if (!stored) throw new Error('Not stored');
  return stored;
}

describe('claimDueGenerations', () => {
  it('gives each generation that is due to one of many sweepers, with a new run', async () => {
    const rows = await Promise.all(Array.from({ length: 50 }, start));
    await Promise.all(rows.map(({ id }) => makeDue(id)));
    const claimed = (
      await Promise.all(Array.from({ length: 10 }, () => claimDueGenerations(db.pool)))
    ).flat();
    expect(claimed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
    expect(new Set(claimed.map((row) => row.watch_run))).toEqual(new Set([1]));
    expect(await claimDueGenerations(db.pool)).toEqual([]);
  });

  it('leaves alone what has ended and what is looked at later', async () => {
    const [ended, later] = [await start(), await start()];
    await markGenerationEnded(db.pool, {
      generationId: ended.id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    await makeDue(ended.id);
    await makeDue(later.id);
    await scheduleCheck(db.pool, later, 60);
    expect(await claimDueGenerations(db.pool)).toEqual([]);
  });

  it('finds a generation at its time whatever a late lease of an earlier attempt says', async () => {
    const first = await start();
    await makeDue(first.id);
    await claim(db, first.id);
    await makeDue(first.id);
    await scheduleCheck(db.pool, first, 60);
    expect(await claimDueGenerations(db.pool)).toMatchObject([{ id: first.id, attempt: 1 }]);
  });
});

describe('startPollRound', () => {
  it('begins a new run, and none for what has ended or is being cancelled', async () => {
    const { id } = await startProcessing();
    expect(await startPollRound(db.pool, id)).toBe(1);
    expect(await startPollRound(db.pool, id)).toBe(2);
    await markGenerationEnded(db.pool, {
      generationId: id,
      status: 'cancelled',
      chargeCredits: 0,
      error: null,
    });
    expect(await startPollRound(db.pool, id)).toBeUndefined();
    const other = await startProcessing();
    await requestCancellation(db.pool, other.id, other.user_id);
    expect(await startPollRound(db.pool, other.id)).toBeUndefined();
  });
});

describe('abandonSubmission', () => {
  it('makes an orphan of what the provider may still do for a generation that has ended', async () => {
    const { id } = await startProcessing();
    await abandonSubmission(db.pool, id);
    expect(await listOrphans(db.pool)).toEqual([]);
    await markGenerationEnded(db.pool, { generationId: id, status: 'failed', chargeCredits: 0, error: null });
    await abandonSubmission(db.pool, id);
    expect(await listOrphans(db.pool)).toMatchObject([{ generation_id: id, attempt: 1 }]);
  });
});

describe('markProgress', () => {
  const queued = (queuePosition: number | null) => ({
    stage: 'queued' as const,
    queuePosition,
    percent: null,
  });
  const running = (percent: number | null) => ({
    stage: 'generating' as const,
    queuePosition: null,
    percent,
  });

  it('goes forward only, and reports only changes', async () => {
    const { id } = await startProcessing();
    expect(await markProgress(db.pool, id, queued(5))).toBeUndefined();
    expect(await markProgress(db.pool, id, queued(2))).toMatchObject({ queue_position: 2 });
    const started = await markProgress(db.pool, id, running(null));
    expect(started).toMatchObject({ stage: 'generating', queue_position: null, percent: null });
    expect(await markProgress(db.pool, id, queued(1))).toBeUndefined();
    expect(await markProgress(db.pool, id, running(40))).toMatchObject({
      percent: 40,
      stage_started_at: started?.stage_started_at,
    });
    expect(await markProgress(db.pool, id, running(30))).toBeUndefined();
    expect(await markProgress(db.pool, id, running(null))).toBeUndefined();
    expect(await markProgress(db.pool, id, running(41))).toMatchObject({ percent: 41 });
  });

  it('does not take back that the files are being saved', async () => {
    const row = await startProcessing();
    await acceptProviderEvent(db.pool, {
      generationId: row.id,
      attempt: 1,
      providerRequestId: row.provider_request_id ?? '',
      kind: 'webhook',
      bodySha256: sha256('x'),
      result: {},
      error: null,
    });
    expect(await markProgress(db.pool, row.id, running(50))).toBeUndefined();
  });
});

describe('deleteExpired', () => {
  it('removes notices after 90 days', async () => {
    const userId = await createUser(db, 600);
    const event = {
      name: 'sign_in',
      actor: 'user',
      actorId: null,
      userId,
      reason: null,
      details: {},
    } as const;
    const origin = { occurrences: 1, requestId: null, address: null, userAgent: null };
    const asked = { userId, sessionId: randomUUID() };
    for (const daysAgo of [91, 89]) {
      const id = randomUUID();
      const eventId = await insertAuditEvent(db.pool, { ...event, ...origin });
      await insertAccountNotice(db.pool, { id, userId, eventId, sessionId: randomUUID() });
      await db.asOwner(
        'update account_notice set created_at = now() - make_interval(days => $2) where id = $1',
        [id, daysAgo],
      );
    }
    expect(await listAccountNotices(db.pool, asked)).toHaveLength(2);
    await deleteExpired(db.pool);
    expect(await listAccountNotices(db.pool, asked)).toHaveLength(1);
  });

  it('removes sessions that ran out, and keys and events after a day', async () => {
    const userId = await createUser(db, 600);
    const keys = [randomUUID(), randomUUID()];
    for (const key of keys) await reserve(db, userId, { idempotency: { key, bodySha256: sha256('a') } });
    await db.asOwner("update idempotency_key set created_at = now() - interval '25 hours' where key = $1", [
      keys[0],
    ]);
    const signIn = { userId, authenticatedAt: null, address: null, userAgent: null };
    for (const [idHash, leftMs] of [
      ['old', -1_000],
      ['new', 60_000],
    ] as const) {
      const expiresAt = new Date(Date.now() + leftMs);
      await insertSession(db.pool, { ...signIn, idHash, expiresAt, publicId: randomUUID() });
    }
    await db.asOwner("update provider_event set received_at = now() - interval '25 hours'");
    await deleteExpired(db.pool);
    expect(await findSession(db.pool, 'old')).toBeUndefined();
    expect(await findSession(db.pool, 'new')).toMatchObject({ user_id: userId, has_ever_paid: true });
    expect(await findFirstAnswer(db.pool, userId, keys[0] ?? '')).toBeUndefined();
    expect(await findFirstAnswer(db.pool, userId, keys[1] ?? '')).toBeDefined();
    expect((await db.pool.query('select from provider_event')).rows).toEqual([]);
  });
});
