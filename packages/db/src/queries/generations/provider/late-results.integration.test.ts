import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { createUser, reserve, sha256 } from '../../../testing/samples.ts';
import { noteVerdict } from '../../breakers/breakers.ts';
import { repeatWhileLocked } from '../../line/repeat-while-locked.ts';
import { startWaiting } from '../../line/start-waiting.ts';
import { getBalance } from '../../money/balance.ts';
import { endWaiting } from '../end/end-waiting.ts';
import { markGenerationEnded } from '../end/mark-generation-ended.ts';
import { findGeneration } from '../generations.ts';
import { adoptResult } from './adopt-result.ts';
import { acceptProviderEvent } from './provider-event.ts';
import { returnToLine } from './return-to-line.ts';
import { claimSubmission, reopenSubmission } from './submission.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => {
  await db.asOwner('delete from provider_breaker');
  expect(await db.ledgerProblems()).toEqual([]);
});

const first = sha256('first');
const result = { video: { url: 'https://v3.fal.media/files/late.mp4' } };
const lateEvent = (generationId: string) => ({
  generationId,
  attempt: 1,
  providerRequestId: `fal-${randomUUID()}`,
  bodySha256: sha256(randomUUID()),
  result,
  error: null,
  tokenHash: first,
  kind: 'webhook' as const,
});
const listSubmissions = (id: string) =>
  db.asOwner<object>(
    'select attempt, state, provider_request_id from provider_submission where generation_id = $1 order by attempt',
    [id],
  );
const readCounts = async (userId: string) =>
  (
    await db.asOwner<object>(
      'select running, waiting, is_line_paused from credit_account where user_id = $1',
      [userId],
    )
  )[0];

/** Its first attempt had no answer, and its second is being submitted. */
async function submitTwice(userId: string): Promise<{ id: string; attempt: number }> {
  await db.asOwner('delete from provider_breaker');
  const { id } = await reserve(db, userId);
  await claimSubmission(db.pool, id, first);
  await reopenSubmission(db.pool, { generationId: id, attempt: 1, retrySeconds: 0, state: 'unknown' });
  const second = await claimSubmission(db.pool, id, sha256('second'));
  expect(second?.attempt).toBe(2);
  return { id, attempt: 2 };
}

/** The second was refused, because its model is down. */
async function waitAgain(userId: string): Promise<string> {
  const { id, attempt } = await submitTwice(userId);
  await noteVerdict(db.pool, { subject: 'kind:text-to-video', code: 'model_gone', detail: null }, 1);
  expect(await returnToLine(db.pool, { generationId: id, attempt })).toMatchObject({ status: 'waiting' });
  return id;
}

describe('a late result of an attempt without an answer', () => {
  it('is taken from the line, delivered and charged once', async () => {
    const userId = await createUser(db, 1_000);
    const id = await waitAgain(userId);
    const late = lateEvent(id);
    expect(await acceptProviderEvent(db.pool, late)).toBeUndefined();
    const answers = await Promise.all(Array.from({ length: 6 }, () => adoptResult(db.pool, late)));
    expect(answers.filter((row) => row !== undefined)).toHaveLength(1);
    expect(await findGeneration(db.pool, id)).toMatchObject({
      status: 'processing',
      stage: 'saving',
      submit_state: 'sent',
      line_place: null,
      provider_request_id: late.providerRequestId,
      provider_result: result,
    });
    expect(await readCounts(userId)).toMatchObject({ running: 1, waiting: 0 });
    expect(await listSubmissions(id)).toEqual([
      { attempt: 1, state: 'sent', provider_request_id: late.providerRequestId },
      { attempt: 2, state: 'refused', provider_request_id: null },
    ]);
    const outbox = await db.asOwner<object>('select payload from outbox where key = $1', [`finish:${id}`]);
    expect(outbox).toMatchObject([{ payload: { name: 'finish-generation', generationId: id } }]);
    expect(await claimSubmission(db.pool, id, sha256('third'))).toBeUndefined();
    await markGenerationEnded(db.pool, {
      generationId: id,
      status: 'completed',
      chargeCredits: 300,
      error: null,
    });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 700, held: 0 });
    expect(await readCounts(userId)).toMatchObject({ running: 0, waiting: 0 });
  });

  it('leaves the line without a slot, and stops it where its owner wants it to stop', async () => {
    const userId = await createUser(db, 1_000);
    const id = await waitAgain(userId);
    await db.asOwner('update generation set stop_after = true where id = $1', [id]);
    expect(await adoptResult(db.pool, lateEvent(id))).toMatchObject({ stop_after: false });
    expect(await readCounts(userId)).toEqual({ running: 1, waiting: 0, is_line_paused: true });
    expect(await startWaiting(db.pool, { userId, maxRunning: 0 })).toEqual([]);
  });

  it.each([
    ['the token is of another attempt', { tokenHash: sha256('second') }, ''],
    [
      'its attempt was refused',
      {},
      `update provider_submission set state = 'refused' where generation_id = $1`,
    ],
    [
      'its attempt was given up',
      {},
      `update provider_submission set state = 'given_up' where generation_id = $1`,
    ],
  ])('is not taken when %s', async (_when, changes, statement) => {
    const id = await waitAgain(await createUser(db, 1_000));
    if (statement) await db.asOwner(statement, [id]);
    expect(await adoptResult(db.pool, { ...lateEvent(id), ...changes })).toBeUndefined();
    expect(await findGeneration(db.pool, id)).toMatchObject({ status: 'waiting', provider_result: null });
  });

  it('or the end of the wait is first, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const userId = await createUser(db, 1_000);
      const id = await waitAgain(userId);
      const [adopted, ended] = await Promise.all([
        adoptResult(db.pool, lateEvent(id)),
        repeatWhileLocked(() => endWaiting(db.pool, { userId, ids: [id], status: 'cancelled', error: null })),
      ]);
      expect([adopted !== undefined, ended.length > 0].filter(Boolean)).toHaveLength(1);
      expect(await readCounts(userId)).toMatchObject({ running: adopted ? 1 : 0, waiting: 0 });
      if (adopted)
        await markGenerationEnded(db.pool, {
          generationId: id,
          status: 'completed',
          chargeCredits: 300,
          error: null,
        });
      expect(await getBalance(db.pool, userId)).toMatchObject({ available: adopted ? 700 : 1_000, held: 0 });
    }
  });
});

describe('a return to the line', () => {
  it('keeps the result of an earlier attempt that came while the last was being refused', async () => {
    const { id, attempt } = await submitTwice(await createUser(db, 1_000));
    const late = lateEvent(id);
    expect(await acceptProviderEvent(db.pool, late)).toMatchObject({ stage: 'saving' });
    expect(await returnToLine(db.pool, { generationId: id, attempt })).toBeUndefined();
    expect(await findGeneration(db.pool, id)).toMatchObject({ stage: 'saving', provider_result: result });
    const answered = late.providerRequestId;
    expect(await returnToLine(db.pool, { generationId: id, attempt, answered })).toMatchObject({
      status: 'waiting',
    });
  });
});
