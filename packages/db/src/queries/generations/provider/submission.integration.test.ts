import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { GenerationRow } from '../../../generation-row.ts';
import type { Queryable } from '../../../prepared.ts';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { claim, createUser, reserve, sha256 } from '../../../testing/samples.ts';
import { startWaiting } from '../../line/start-waiting.ts';
import { requestCancellation } from '../change-generation.ts';
import { markGenerationEnded } from '../end/mark-generation-ended.ts';
import { findGeneration } from '../generations.ts';
import { listOrphans, markOrphanCancelled } from '../sweep.ts';
import { acceptProviderEvent, findSubmissionTokenHash } from './provider-event.ts';
import { returnToLine } from './return-to-line.ts';
import {
  claimSubmission,
  countUnknownSubmissions,
  markSubmissionUnknown,
  recordSubmission,
  reopenSubmission,
} from './submission.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const start = async () => reserve(db, await createUser(db, 300));
const newId = () => `fal-${randomUUID()}`;

const store = (row: GenerationRow, providerRequestId: string, on: Queryable = db.pool) =>
  recordSubmission(on, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId,
    queuePosition: 3,
    expectedSeconds: 60,
    expectedMostSeconds: 60,
    nextCheckSeconds: 20,
  });

const webhook = (
  row: GenerationRow,
  providerRequestId: string,
  on: Queryable = db.pool,
  result: unknown = {},
) =>
  acceptProviderEvent(on, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId,
    kind: 'webhook',
    bodySha256: sha256(JSON.stringify([providerRequestId, result])),
    result,
    error: null,
  });

const submissions = async (id: string) => {
  const text = `select attempt, state, provider_request_id from provider_submission where generation_id = $1 order by attempt`;
  return (await db.pool.query(text, [id])).rows;
};

const fail = (id: string) =>
  markGenerationEnded(db.pool, {
    generationId: id,
    status: 'failed',
    chargeCredits: 0,
    error: { code: 'timeout', detail: null },
  });

describe('claimSubmission', () => {
  it('gives the submission to one of many', async () => {
    const { id } = await start();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimSubmission(db.pool, id, randomBytes(32))),
    );
    expect(claims.filter(Boolean)).toMatchObject([
      { submit_state: 'sending', attempt: 1, status: 'pending' },
    ]);
    expect(await submissions(id)).toEqual([{ attempt: 1, state: 'sending', provider_request_id: null }]);
  });

  it('keeps the hash of the token of each attempt', async () => {
    const { id } = await start();
    await claimSubmission(db.pool, id, sha256('token'));
    expect(await findSubmissionTokenHash(db.pool, id, 1)).toEqual(sha256('token'));
    expect(await findSubmissionTokenHash(db.pool, id, 2)).toBeUndefined();
  });

  it('cannot claim a generation that was cancelled, has ended or is past its deadline', async () => {
    const cancelled = await start();
    await requestCancellation(db.pool, cancelled.id, cancelled.user_id);
    expect(await claimSubmission(db.pool, cancelled.id, randomBytes(32))).toBeUndefined();
    const ended = await start();
    await fail(ended.id);
    expect(await claimSubmission(db.pool, ended.id, randomBytes(32))).toBeUndefined();
    const late = await start();
    await db.pool.query('update generation set deadline_at = now() where id = $1', [late.id]);
    expect(await claimSubmission(db.pool, late.id, randomBytes(32))).toBeUndefined();
  });

  it('decides between a claim and a cancellation of the same moment', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id, user_id: userId } = await start();
      await Promise.all([
        claimSubmission(db.pool, id, randomBytes(32)),
        requestCancellation(db.pool, id, userId),
      ]);
      const row = await findGeneration(db.pool, id);
      expect(row?.cancel_requested_at).not.toBeNull();
      expect((await submissions(id)).length).toBe(row?.submit_state === 'sending' ? 1 : 0);
    }
  });
});

describe('recordSubmission', () => {
  it("stores the provider's id once", async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    expect(await store(row, requestId)).toMatchObject({
      status: 'processing',
      submit_state: 'sent',
      stage: 'queued',
      queue_position: 3,
      provider_request_id: requestId,
    });
    expect(await store(row, requestId)).toBeUndefined();
    expect(await submissions(row.id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: requestId },
    ]);
  });

  it('stores what is promised now, beside what was promised before', async () => {
    const promisedDeciles = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    const { id } = await reserve(db, await createUser(db, 300), { promisedDeciles });
    expect(await store(await claim(db, id), newId())).toMatchObject({
      promised_deciles: promisedDeciles,
      accepted_seconds: 60,
      accepted_most_seconds: 60,
      expected_seconds: 60,
      expected_most_seconds: 60,
    });
  });

  it('makes an orphan of what the provider took after the end', async () => {
    const row = await claim(db, (await start()).id);
    await fail(row.id);
    const requestId = newId();
    expect(await store(row, requestId)).toBeUndefined();
    const orphan = {
      generation_id: row.id,
      attempt: 1,
      provider_request_id: requestId,
      endpoint: 'fal-ai/wan-t2v',
    };
    expect(await listOrphans(db.pool)).toEqual([orphan]);
    await markOrphanCancelled(db.pool, orphan);
    expect(await listOrphans(db.pool)).toEqual([]);
    expect(await submissions(row.id)).toMatchObject([{ state: 'orphan_cancelled' }]);
  });

  it('finds its id in place when the webhook was faster', async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    expect(await webhook(row, requestId)).toMatchObject({
      status: 'processing',
      submit_state: 'sent',
      stage: 'saving',
    });
    expect(await store(row, requestId)).toBeUndefined();
    expect(await submissions(row.id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: requestId },
    ]);
    expect(await findGeneration(db.pool, row.id)).toMatchObject({
      stage: 'saving',
      provider_request_id: requestId,
    });
  });

  it('makes no orphan of a job whose webhook is being stored at that moment', async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await webhook(row, requestId, client);
      const storing = store(row, requestId);
      await vi.waitFor(
        async () => {
          const blocked = await db.asOwner(
            "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
          );
          expect(blocked).toHaveLength(1);
        },
        { timeout: 20_000 },
      );
      await client.query('commit');
      expect(await storing).toBeUndefined();
    } finally {
      client.release();
    }
    expect(await submissions(row.id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: requestId },
    ]);
    expect(await listOrphans(db.pool)).toEqual([]);
  });

  it('stores nothing of an attempt that was refused, also while the next one is being submitted', async () => {
    const first = await claim(db, (await start()).id);
    const requestId = newId();
    await webhook(first, requestId);
    await returnToLine(db.pool, { generationId: first.id, attempt: 1, answered: requestId });
    await startWaiting(db.pool, { userId: first.user_id, maxRunning: 5 });
    const second = await claim(db, first.id);
    expect(second.attempt).toBe(2);
    expect(await store(first, requestId)).toBeUndefined();
    expect(await findGeneration(db.pool, first.id)).toMatchObject({
      status: 'pending',
      submit_state: 'sending',
      provider_request_id: null,
    });
    const secondId = newId();
    expect(await store(second, secondId)).toMatchObject({ provider_request_id: secondId });
    expect(await submissions(first.id)).toEqual([
      { attempt: 1, state: 'refused', provider_request_id: requestId },
      { attempt: 2, state: 'sent', provider_request_id: secondId },
    ]);
  });

  it('does not take a cancellation back', async () => {
    const row = await claim(db, (await start()).id);
    await requestCancellation(db.pool, row.id, row.user_id);
    expect(await store(row, newId())).toMatchObject({ stage: 'cancelling', submit_state: 'sent' });
  });
});

describe('a submission without an answer', () => {
  it('is found by its webhook, as if it had been answered', async () => {
    const row = await claim(db, (await start()).id);
    await markSubmissionUnknown(db.pool, row.id, row.attempt, 45);
    expect(await findGeneration(db.pool, row.id)).toMatchObject({ submit_state: 'unknown' });
    expect(await countUnknownSubmissions(db.pool, row.id)).toBe(1);
    const requestId = newId();
    expect(await webhook(row, requestId)).toMatchObject({
      submit_state: 'sent',
      provider_request_id: requestId,
    });
    expect(await submissions(row.id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: requestId },
    ]);
  });

  it('may be answered late: its id is stored', async () => {
    const row = await claim(db, (await start()).id);
    await markSubmissionUnknown(db.pool, row.id, row.attempt, 45);
    expect(await store(row, newId())).toMatchObject({ submit_state: 'sent' });
  });

  it('is not called unknown once it was answered', async () => {
    const row = await claim(db, (await start()).id);
    await store(row, newId());
    await markSubmissionUnknown(db.pool, row.id, row.attempt, 45);
    expect(await findGeneration(db.pool, row.id)).toMatchObject({ submit_state: 'sent' });
    expect(await submissions(row.id)).toMatchObject([{ state: 'sent' }]);
  });

  it('leads to one more attempt, and the first result wins', async () => {
    const first = await claim(db, (await start()).id);
    await markSubmissionUnknown(db.pool, first.id, first.attempt, 45);
    const reopening = { generationId: first.id, attempt: 1, retrySeconds: 20, state: 'unknown' as const };
    expect(await reopenSubmission(db.pool, reopening)).toBe(true);
    expect(await reopenSubmission(db.pool, reopening)).toBe(false);
    const second = await claim(db, first.id);
    expect(second.attempt).toBe(2);
    const [firstId, secondId] = [newId(), newId()];
    await store(second, secondId);
    expect(await webhook(first, firstId)).toMatchObject({ provider_request_id: firstId });
    expect(await webhook(second, secondId)).toBeUndefined();
    await markGenerationEnded(db.pool, {
      generationId: first.id,
      status: 'completed',
      chargeCredits: 300,
      error: null,
    });
    expect(await submissions(first.id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: firstId },
      { attempt: 2, state: 'orphan', provider_request_id: secondId },
    ]);
  });

  it('makes an orphan of the second attempt that is answered after the first one delivered', async () => {
    const first = await claim(db, (await start()).id);
    await markSubmissionUnknown(db.pool, first.id, 1, 45);
    await reopenSubmission(db.pool, {
      generationId: first.id,
      attempt: 1,
      retrySeconds: 20,
      state: 'unknown',
    });
    const second = await claim(db, first.id);
    await webhook(first, newId());
    expect(await store(second, newId())).toBeUndefined();
    expect(await submissions(first.id)).toMatchObject([{ state: 'sent' }, { attempt: 2, state: 'orphan' }]);
  });
});

describe('acceptProviderEvent', () => {
  it('takes one of many deliveries and leaves one job in the outbox', async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    await store(row, requestId);
    const taken = await Promise.all(Array.from({ length: 20 }, () => webhook(row, requestId)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    const { rows } = await db.pool.query('select payload from outbox where key = $1', [`finish:${row.id}`]);
    expect(rows).toEqual([{ payload: { name: 'finish-generation', generationId: row.id, run: 0 } }]);
  });

  it('keeps the first answer when a second one says something else', async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    await webhook(row, requestId, db.pool, { video: 'first' });
    expect(await webhook(row, requestId, db.pool, { video: 'second' })).toBeUndefined();
    expect(await findGeneration(db.pool, row.id)).toMatchObject({ provider_result: { video: 'first' } });
  });

  it('lets a payload follow on an event that had none', async () => {
    const row = await claim(db, (await start()).id);
    const requestId = newId();
    expect(await webhook(row, requestId, db.pool, null)).toMatchObject({
      stage: 'saving',
      provider_result: null,
    });
    expect(await webhook(row, requestId, db.pool, { video: 1 })).toMatchObject({
      provider_result: { video: 1 },
    });
  });

  it('stores nothing with a token that is not that of the attempt, and all with the right one', async () => {
    const { id } = await start();
    await claimSubmission(db.pool, id, sha256('token'));
    const event = { generationId: id, attempt: 1, providerRequestId: newId(), kind: 'webhook' as const };
    const answer = { ...event, bodySha256: sha256('body'), result: {}, error: null };
    const wrong = [
      { tokenHash: sha256('another') },
      { tokenHash: sha256('token'), attempt: 2 },
      { tokenHash: sha256('token'), generationId: (await start()).id },
    ];
    for (const each of wrong)
      expect(await acceptProviderEvent(db.pool, { ...answer, ...each })).toBeUndefined();
    const { rows } = await db.pool.query('select from provider_event where provider_request_id = $1', [
      event.providerRequestId,
    ]);
    expect(rows).toEqual([]);
    expect(await findGeneration(db.pool, id)).toMatchObject({ provider_result: null, stage: 'reserved' });
    expect(await acceptProviderEvent(db.pool, { ...answer, tokenHash: sha256('token') })).toMatchObject({
      id,
      stage: 'saving',
    });
  });

  it('changes nothing of a generation that has ended', async () => {
    const row = await claim(db, (await start()).id);
    await fail(row.id);
    expect(await webhook(row, newId())).toBeUndefined();
    expect(await findGeneration(db.pool, row.id)).toMatchObject({ status: 'failed', provider_result: null });
  });
});
