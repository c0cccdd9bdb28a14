import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { buy, createUser, newGeneration, sha256 } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { findFirstAnswer } from './find-first-answer.ts';
import { reserveGeneration } from './reserve-generation.ts';

const db = await openTestDb(40);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const count = async (table: string, userId: string) => {
  const text = `select count(*)::integer as count from ${table} where user_id = $1`;
  return (await db.pool.query<{ count: number }>(text, [userId])).rows[0]?.count;
};

describe('reserveGeneration', () => {
  it('holds the cost and writes generation, entry and outbox row together', async () => {
    const userId = await createUser(db, 1_000);
    const generation = newGeneration(userId);
    const reservation = await reserveGeneration(db.pool, generation);
    expect(reservation).toMatchObject({
      ok: true,
      leftCredits: 700,
      heldCredits: 300,
      generation: {
        id: generation.id,
        status: 'pending',
        stage: 'reserved',
        submit_state: 'none',
        cost: 300,
      },
    });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 700, held: 300 });
    const { rows } = await db.pool.query('select topic, payload from outbox where key = $1', [
      `dispatch:${generation.id}`,
    ]);
    expect(rows).toEqual([
      { topic: 'job', payload: { name: 'dispatch-generation', generationId: generation.id, run: 0 } },
    ]);
  });

  it('accepts exactly 500 of 1,000 at once when the balance is for 500', { tags: 'load' }, async () => {
    const userId = await createUser(db, 500 * 7);
    const all = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        reserveGeneration(db.pool, newGeneration(userId, { costCredits: 7 })),
      ),
    );
    const refused = all.filter((reservation) => !reservation.ok);
    expect(refused).toHaveLength(500);
    expect(new Set(refused.map((refusal) => refusal.reason))).toEqual(new Set(['insufficient_credits']));
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 0, held: 3_500 });
    expect(await count('generation', userId)).toBe(500);
  });

  it('writes nothing at all when it refuses', async () => {
    const userId = await createUser(db, 299);
    const generation = newGeneration(userId, { idempotency: { key: randomUUID(), bodySha256: sha256('a') } });
    const refusal = await reserveGeneration(db.pool, generation);
    expect(refusal).toEqual({ ok: false, reason: 'insufficient_credits', required: 300, current: 299 });
    for (const table of ['generation', 'idempotency_key']) expect(await count(table, userId)).toBe(0);
    expect(await count('ledger_entry', userId)).toBe(1);
    const { rows } = await db.pool.query('select from outbox where key = $1', [`dispatch:${generation.id}`]);
    expect(rows).toEqual([]);
  });

  it('starts as many as the limit, also when they come together, and lets the others wait in order', async () => {
    const userId = await createUser(db, 10_000);
    const all = await Promise.all(
      Array.from({ length: 20 }, () => reserveGeneration(db.pool, newGeneration(userId, { maxRunning: 5 }))),
    );
    const accepted = all.flatMap((reservation) => (reservation.ok ? [reservation.generation] : []));
    const started = accepted.filter(({ status }) => status === 'pending');
    const waiting = accepted.filter(({ status }) => status === 'waiting');
    expect([started.length, waiting.length]).toEqual([5, 15]);
    expect(started.map(({ line_place }) => line_place)).toEqual(Array(5).fill(null));
    const inOrder = waiting.toSorted((a, b) => Number(a.line_place) - Number(b.line_place));
    expect(inOrder.map(({ queue_position }) => queue_position)).toEqual([...Array(15).keys()]);
    expect(new Set(waiting.map(({ line_place }) => line_place)).size).toBe(15);
    const { rows } = await db.pool.query<{ key: string }>('select key from outbox where key = any($1)', [
      accepted.map(({ id }) => `dispatch:${id}`),
    ]);
    expect(rows.map(({ key }) => key).toSorted()).toEqual(
      started.map(({ id }) => `dispatch:${id}`).toSorted(),
    );
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 4_000, held: 6_000 });
  });

  it('refuses what is more than the line holds', async () => {
    const userId = await createUser(db, 10_000);
    const limits = { maxRunning: 2, maxWaiting: 3 };
    const all = await Promise.all(
      Array.from({ length: 10 }, () => reserveGeneration(db.pool, newGeneration(userId, limits))),
    );
    expect(all.filter((reservation) => reservation.ok)).toHaveLength(5);
    const refusal = { ok: false, reason: 'too_many_running', running: 2, waiting: 3, freeInSeconds: 60 };
    expect(all.find((reservation) => !reservation.ok)).toEqual(refusal);
    expect(await getBalance(db.pool, userId)).toMatchObject({ held: 1_500 });
  });

  it('makes one generation of 100 requests with the same key', async () => {
    const userId = await createUser(db, 1_000);
    const idempotency = { key: randomUUID(), bodySha256: sha256('a') };
    const all = await Promise.all(
      Array.from({ length: 100 }, () => reserveGeneration(db.pool, newGeneration(userId, { idempotency }))),
    );
    const [accepted, ...more] = all.filter((reservation) => reservation.ok);
    expect(more).toEqual([]);
    expect(all.filter((reservation) => !reservation.ok && reservation.reason === 'key_used')).toHaveLength(
      99,
    );
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 700, held: 300 });
    expect(await findFirstAnswer(db.pool, userId, idempotency.key)).toEqual({
      generationId: accepted?.generation.id,
      bodySha256: idempotency.bodySha256,
      leftCredits: 700,
    });
  });

  it('says that the key was used when the first request spent the last credits', async () => {
    const userId = await createUser(db, 300);
    const idempotency = { key: randomUUID(), bodySha256: sha256('a') };
    await reserveGeneration(db.pool, newGeneration(userId, { idempotency }));
    const again = await reserveGeneration(db.pool, newGeneration(userId, { idempotency }));
    expect(again).toEqual({ ok: false, reason: 'key_used' });
  });

  it('keeps the keys of different users apart', async () => {
    const idempotency = { key: randomUUID(), bodySha256: sha256('a') };
    for (const userId of [await createUser(db, 300), await createUser(db, 300)]) {
      const reservation = await reserveGeneration(db.pool, newGeneration(userId, { idempotency }));
      expect(reservation.ok).toBe(true);
      expect((await findFirstAnswer(db.pool, userId, idempotency.key))?.leftCredits).toBe(0);
    }
  });

  it('takes nothing from a locked account', async () => {
    const userId = await createUser(db, 1_000);
    await db.pool.query('update credit_account set is_locked = true where user_id = $1', [userId]);
    const refusal = await reserveGeneration(db.pool, newGeneration(userId));
    expect(refusal).toEqual({ ok: false, reason: 'account_locked' });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 1_000, held: 0 });
  });

  it('refuses a user without an account', async () => {
    const refusal = await reserveGeneration(db.pool, newGeneration(randomUUID()));
    expect(refusal).toEqual({ ok: false, reason: 'insufficient_credits', required: 300, current: 0 });
  });

  it('writes nothing when the project that it goes into was deleted', async () => {
    const userId = await createUser(db, 1_000);
    const refusal = await reserveGeneration(db.pool, newGeneration(userId, { projectId: randomUUID() }));
    expect(refusal).toEqual({ ok: false, reason: 'project_deleted' });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 1_000, held: 0 });
    expect(await count('generation', userId)).toBe(0);
  });
});

describe('grantPurchase', () => {
  it('grants a payment once, however often it is delivered, and marks the user as paying', async () => {
    const userId = await createUser(db);
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => buy(db, userId, 500, 'payment-1')));
    expect(deliveries.filter(Boolean)).toHaveLength(1);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 500, held: 0, has_ever_paid: true });
  });

  it('does not grant a payment to a second user', async () => {
    const [first, second] = [await createUser(db), await createUser(db)];
    await buy(db, first, 500, 'payment-2');
    expect(await buy(db, second, 500, 'payment-2')).toBe(false);
    expect(await getBalance(db.pool, second)).toMatchObject({ available: 0, has_ever_paid: false });
  });

  it('does not lose a payment that comes while credits are being spent', async () => {
    const userId = await createUser(db, 300 * 50);
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        await Promise.all([buy(db, userId, 100), reserveGeneration(db.pool, newGeneration(userId))]);
      }),
    );
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 5_000, held: 15_000 });
  });
});
