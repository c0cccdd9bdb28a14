import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Queryable } from '../../../prepared.ts';
import { openTestDb } from '../../../testing/open-test-db.ts';
import {
  entry,
  listGenerations,
  plain,
  readStored,
  settings,
  userAs,
  watched,
} from '../../../testing/random-reservations.ts';
import { buy, createKey, createUser, newGeneration, sha256 } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { markGenerationEnded } from '../end/mark-generation-ended.ts';
import { findFirstAnswer } from './find-first-answer.ts';
import { groupReservations } from './group-reservations.ts';
import type { NewGeneration } from './new-generation.ts';
import { reserveGeneration } from './reserve-generation.ts';

const db = await openTestDb(40);
await db.pool.query(
  `insert into kind_closure (kind, closed_at, successor, operator_id) values ('vace', now(), 'ati', $1)`,
  [randomUUID()],
);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const reserveAll = (generations: readonly NewGeneration[], reserve = groupReservations(db.pool)) =>
  Promise.allSettled(generations.map((generation) => reserve(generation)));

describe('reservations of one account that come together', () => {
  it('are answered and stored as if each had come alone, whatever is among them', {
    timeout: 180_000,
    tags: 'random',
  }, async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.array(entry, { minLength: 2, maxLength: 24 }), async (given, entries) => {
        const keys = Array.from({ length: 6 }, () => randomUUID());
        const [alone, together] = [await userAs(db, given), await userAs(db, given)];
        const one = listGenerations(alone, entries, keys);
        const answers = [];
        for (const generation of one)
          answers.push(...(await Promise.allSettled([reserveGeneration(db.pool, generation)])));
        const all = listGenerations(together, entries, keys);
        const { on, names } = watched(db);
        const answered = await reserveAll(all, groupReservations(on));
        expect(names[0]).toMatch(/^reserve-generations/);
        expect(answered.map(plain)).toEqual(answers.map(plain));
        const ids = (generations: readonly NewGeneration[]) => generations.map(({ id }) => id);
        expect(await readStored(db, together, ids(all))).toEqual(await readStored(db, alone, ids(one)));
      }),
      { numRuns: 60 },
    );
  });

  it('take one statement, in which a cheap one is accepted behind one that is too dear', async () => {
    const userId = await createUser(db, 100);
    const { on, names } = watched(db);
    const costs = [60, 50, 40, 1];
    const answers = await reserveAll(
      costs.map((costCredits) => newGeneration(userId, { costCredits })),
      groupReservations(on),
    );
    const refusal = { ok: false, reason: 'insufficient_credits' };
    expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value)).toEqual([
      expect.objectContaining({ ok: true, leftCredits: 40 }),
      { ...refusal, required: 50, current: 40 },
      expect.objectContaining({ ok: true, leftCredits: 0 }),
      { ...refusal, required: 1, current: 0 },
    ]);
    expect(names).toEqual(['reserve-generations', 'explain-refusals']);
  });

  it('take the statement of one each when one comes alone, and wait for it when others follow', async () => {
    const userId = await createUser(db, 10_000);
    const { on, names } = watched(db);
    const reserve = groupReservations(on);
    const first = reserve(newGeneration(userId));
    await vi.waitFor(() => expect(names).toEqual(['reserve-generation-of-each']), { timeout: 20_000 });
    await Promise.all([first, ...[1, 2, 3].map(() => reserve(newGeneration(userId)))]);
    expect(names).toEqual(['reserve-generation-of-each', 'reserve-generations']);
  });

  it('do not wait for those of another payer', async () => {
    const userId = await createUser(db, 1_000);
    const apiKeyId = await createKey(db, userId);
    const { on, names } = watched(db);
    const reserve = groupReservations(on);
    const both = [newGeneration(userId), newGeneration(userId, { apiKeyId })].map(reserve);
    await vi.waitFor(() => expect(names).toHaveLength(2), { timeout: 20_000 });
    expect((await Promise.all(both)).map(({ ok }) => ok)).toEqual([true, true]);
    expect(names.toSorted()).toEqual(['reserve-generation-by-key', 'reserve-generation-of-each']);
  });

  it('fail alone: a value that PostgreSQL refuses, an id that exists, a project that is gone', async () => {
    const userId = await createUser(db, 10_000);
    const first = newGeneration(userId);
    const answers = await reserveAll([
      first,
      newGeneration(userId, { prompt: 'A boat \0' }),
      newGeneration(userId, { id: first.id }),
      newGeneration(userId, { projectId: randomUUID() }),
      newGeneration(userId),
    ]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { ok: true } },
      { status: 'rejected', reason: { code: '22021' } },
      { status: 'rejected', reason: { code: '23505' } },
      { status: 'fulfilled', value: { ok: false, reason: 'project_deleted' } },
      { status: 'fulfilled', value: { ok: true, leftCredits: 9_400 } },
    ]);
  });

  it('all learn that the connection broke, and the next ones are reserved', async () => {
    const userId = await createUser(db, 10_000);
    let isBroken = true;
    const query = (...given: Parameters<Queryable['query']>) =>
      isBroken
        ? Promise.reject(Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' }))
        : db.pool.query(...given);
    const reserve = groupReservations({ query } as unknown as Queryable);
    const answers = await reserveAll(
      [1, 2, 3].map(() => newGeneration(userId)),
      reserve,
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    isBroken = false;
    expect(await reserve(newGeneration(userId))).toMatchObject({ ok: true, leftCredits: 9_700 });
  });
});

describe('reservations of one account from several processes', () => {
  const processes = () => [1, 2, 3].map(() => groupReservations(db.pool));

  it('accept exactly what the balance is for, and each answer says another balance', async () => {
    const userId = await createUser(db, 500 * 7);
    const answers = await Promise.all(
      processes().flatMap((reserve) =>
        Array.from({ length: 300 }, () => reserve(newGeneration(userId, { costCredits: 7 }))),
      ),
    );
    const accepted = answers.flatMap((answer) => (answer.ok ? [answer] : []));
    expect(accepted).toHaveLength(500);
    expect(new Set(accepted.map(({ leftCredits }) => leftCredits)).size).toBe(500);
    expect(new Set(accepted.map(({ creditsRevision }) => creditsRevision)).size).toBe(500);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 0, held: 3_500 });
  });

  it('make one generation of each key, and spend no more than the key’s budgets', async () => {
    const userId = await createUser(db, 100_000);
    const apiKeyId = await createKey(db, userId, { totalBudget: 20 * 7 + 6 });
    const keys = Array.from({ length: 30 }, () => ({ key: randomUUID(), bodySha256: sha256('a') }));
    const answers = await Promise.all(
      processes().flatMap((reserve) =>
        keys.map((idempotency) => reserve(newGeneration(userId, { costCredits: 7, apiKeyId, idempotency }))),
      ),
    );
    const accepted = answers.flatMap((answer) => (answer.ok ? [answer] : []));
    expect(accepted).toHaveLength(20);
    const reasons = new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.reason])));
    expect(reasons).toEqual(new Set(['key_used', 'key_budget_reached']));
    const firsts = await Promise.all(keys.map(({ key }) => findFirstAnswer(db.pool, userId, key)));
    expect(firsts.flatMap((first) => (first ? [first.generationId] : [])).toSorted()).toEqual(
      accepted.map(({ generation }) => generation.id).toSorted(),
    );
  });

  it('start no more than may run and order the line, while others end and credits are bought', async () => {
    const userId = await createUser(db, 300 * 150);
    const limits = { maxRunning: 4, maxWaiting: 200 };
    const [one, two, three] = processes() as [
      ReturnType<typeof groupReservations>,
      ...ReturnType<typeof groupReservations>[],
    ];
    const end = async (reserve: typeof one) => {
      const answer = await reserve(newGeneration(userId, limits));
      if (!answer.ok || answer.generation.status !== 'pending') return answer;
      await markGenerationEnded(db.pool, {
        generationId: answer.generation.id,
        status: 'completed',
        chargeCredits: 300,
        error: null,
      });
      return answer;
    };
    const answers = await Promise.all([
      ...[one, two, three].flatMap((reserve) => Array.from({ length: 40 }, () => end(reserve as typeof one))),
      ...Array.from({ length: 20 }, () => buy(db, userId, 100)),
    ]);
    expect(answers.filter((answer) => typeof answer !== 'boolean' && !answer.ok)).toEqual([]);
    const { rows } = await db.pool.query<{ line_place: string }>(
      `select line_place from generation where user_id = $1 and status = 'waiting'`,
      [userId],
    );
    expect(new Set(rows.map(({ line_place }) => line_place)).size).toBe(rows.length);
  });

  it('never wait for each other in a circle, with several keys and accounts', async () => {
    const users = await Promise.all([1, 2].map(() => createUser(db, 100_000)));
    const payers = await Promise.all(
      users.flatMap((userId) =>
        [null, createKey(db, userId), createKey(db, userId)].map(async (key) => ({
          userId,
          apiKeyId: await key,
        })),
      ),
    );
    const answers = await Promise.all(
      processes().flatMap((reserve) =>
        Array.from({ length: 120 }, (_, index) => {
          const { userId, apiKeyId } = payers[index % payers.length] as (typeof payers)[number];
          return reserve(newGeneration(userId, { id: uuidv7(), apiKeyId, costCredits: 3 }));
        }),
      ),
    );
    expect(answers.filter(({ ok }) => !ok)).toEqual([]);
  });
});
