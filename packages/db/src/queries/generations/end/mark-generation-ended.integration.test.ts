import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { createUser, reserve } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { listOutbox, removeOutbox } from '../outbox.ts';
import { markGenerationEnded } from './mark-generation-ended.ts';

const db = await openTestDb();
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const entries = async (id: string) => {
  const text = `select kind, d_available, d_held, available_after, held_after, reason
                  from ledger_entry where generation_id = $1 order by id`;
  return (await db.pool.query(text, [id])).rows;
};

async function endWith(
  ending: Pick<Parameters<typeof markGenerationEnded>[1], 'status' | 'chargeCredits' | 'error'>,
) {
  const userId = await createUser(db, 100);
  const { id } = await reserve(db, userId, { costCredits: 60 });
  const finished = await markGenerationEnded(db.pool, { generationId: id, ...ending });
  return { id, userId, finished };
}

describe('markGenerationEnded', () => {
  it('settles the whole cost of a completed generation', async () => {
    const { id, finished } = await endWith({ status: 'completed', chargeCredits: 60, error: null });
    expect(finished).toMatchObject({ balance: { available: 40, held: 0, has_ever_paid: true } });
    expect(finished?.generation).toMatchObject({
      status: 'completed',
      stage: 'done',
      settled: 60,
      released: 0,
    });
    expect(await entries(id)).toEqual([
      { kind: 'reserve', d_available: -60, d_held: 60, available_after: 40, held_after: 60, reason: null },
      { kind: 'settle', d_available: 0, d_held: -60, available_after: 40, held_after: 0, reason: null },
    ]);
  });

  it('releases everything of a failed one and says why', async () => {
    const fields = [{ field: 'prompt', message: 'Flagged' }];
    const error = { code: 'content_policy' as const, detail: 'flagged', reason: 'Flagged', fields };
    const { id, finished } = await endWith({ status: 'failed', chargeCredits: 0, error });
    expect(finished).toMatchObject({ balance: { available: 100, held: 0 } });
    expect(finished?.generation).toMatchObject({
      error_code: 'content_policy',
      error_detail: 'flagged',
      error_reason: 'Flagged',
      error_fields: fields,
      released: 60,
    });
    expect((await entries(id)).at(-1)).toEqual({
      kind: 'release',
      d_available: 60,
      d_held: -60,
      available_after: 100,
      held_after: 0,
      reason: 'content_policy',
    });
  });

  it('settles one part and releases the other of a partial one', async () => {
    const { id, finished } = await endWith({ status: 'partial', chargeCredits: 45, error: null });
    expect(finished).toMatchObject({ balance: { available: 55, held: 0 } });
    expect(await entries(id)).toMatchObject([
      { kind: 'reserve' },
      { kind: 'settle', d_held: -45, available_after: 40, held_after: 15 },
      {
        kind: 'release',
        d_available: 15,
        d_held: -15,
        available_after: 55,
        held_after: 0,
        reason: 'partial',
      },
    ]);
  });

  it('changes nothing the second time', async () => {
    const { id, userId } = await endWith({ status: 'cancelled', chargeCredits: 0, error: null });
    const again = await markGenerationEnded(db.pool, {
      generationId: id,
      status: 'completed',
      chargeCredits: 60,
      error: null,
    });
    expect(again).toBeUndefined();
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 100, held: 0 });
  });

  it.each([-1, 61])('does not charge %i of 60', async (chargeCredits) => {
    const userId = await createUser(db, 100);
    const { id } = await reserve(db, userId, { costCredits: 60 });
    const ending = { generationId: id, status: 'completed' as const, chargeCredits, error: null };
    await expect(markGenerationEnded(db.pool, ending)).rejects.toMatchObject({ code: '23514' });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 40, held: 60 });
  });

  it('leaves the event in the outbox until it was sent', async () => {
    const { id } = await endWith({ status: 'completed', chargeCredits: 60, error: null });
    const message = { key: `changed:${id}`, topic: 'event', payload: { generationId: id } };
    expect(await listOutbox(db.pool, 0)).toContainEqual(message);
    await removeOutbox(db.pool, [message.key]);
    expect(await listOutbox(db.pool, 0)).not.toContainEqual(message);
  });
});
