import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Queryable } from '../../prepared.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { buy, createKey, createUser, newGeneration, sha256 } from '../../testing/samples.ts';
import { getBalance } from '../money/balance.ts';
import { revokeApiKey } from '../users/api-keys.ts';
import { findFirstAnswer } from './find-first-answer.ts';
import { markGenerationEnded } from './mark-generation-ended.ts';
import { type NewGeneration, reserveGeneration } from './reserve-generation.ts';
import { createReserver } from './reserve-together.ts';

const db = await openTestDb(40);
await db.pool.query(
  `insert into kind_closure (kind, closed_at, successor, operator_id) values ('vace', now(), 'ati', $1)`,
  [randomUUID()],
);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

/** The pool, with the names of the statements that ran on it. */
function watched() {
  const names: string[] = [];
  const query = (statement: { name: string }) => {
    names.push(statement.name);
    return db.pool.query(statement as never);
  };
  return { on: { query } as unknown as Queryable, names };
}

const reserveAll = (generations: readonly NewGeneration[], reserve = createReserver(db.pool)) =>
  Promise.allSettled(generations.map((generation) => reserve(generation)));

type Settings = {
  credits: number;
  dailyCap: number | null;
  isLocked: boolean;
  isPaused: boolean;
  payer: 'browser' | 'key' | 'revoked key';
  dailyBudget: number | null;
  totalBudget: number | null;
};

const amount = fc.integer({ min: 1, max: 2_000 });
const rarely = fc.integer({ min: 0, max: 15 }).map((n) => n === 0);
const settings: fc.Arbitrary<Settings> = fc.record({
  credits: amount,
  dailyCap: fc.option(amount),
  isLocked: rarely,
  isPaused: rarely,
  payer: fc.constantFrom('browser', 'browser', 'key', 'key', 'revoked key'),
  dailyBudget: fc.option(amount),
  totalBudget: fc.option(amount),
});
const entry = fc.record({
  cost: fc.integer({ min: 1, max: 400 }),
  key: fc.option(fc.nat(5), { freq: 2 }),
  medium: fc.constantFrom('video' as const, 'image' as const, 'audio' as const, 'text' as const),
  maxRunning: fc.integer({ min: 1, max: 6 }),
  maxWaiting: fc.integer({ min: 0, max: 5 }),
  isInsertable: rarely.map((is) => !is),
  kind: fc.constantFrom('text-to-video', 'text-to-video', 'text-to-video', 'vace'),
  hasProject: rarely,
  hasSource: fc.boolean(),
});

/** A user as `given`, with a generation of their own that others may be made from. */
async function userAs(given: Settings) {
  const userId = await createUser(db, given.credits + 1);
  const { dailyBudget, totalBudget } = given;
  const apiKeyId =
    given.payer === 'browser' ? null : await createKey(db, userId, { dailyBudget, totalBudget });
  if (apiKeyId && given.payer === 'revoked key') await revokeApiKey(db.pool, apiKeyId, userId);
  const source = newGeneration(userId, { costCredits: 1 });
  await reserveGeneration(db.pool, source);
  await db.pool.query(
    'update credit_account set daily_cap = $2, is_locked = $3, is_line_paused = $4 where user_id = $1',
    [userId, given.dailyCap, given.isLocked, given.isPaused],
  );
  return { userId, apiKeyId, sourceId: source.id };
}

type User = Awaited<ReturnType<typeof userAs>>;

const generationsOf = (
  { userId, apiKeyId, sourceId }: User,
  entries: readonly (typeof entry extends fc.Arbitrary<infer Entry> ? Entry : never)[],
  keys: readonly string[],
) =>
  entries.map(({ cost, key, isInsertable, hasProject, hasSource, ...given }, index) =>
    newGeneration(userId, {
      ...given,
      apiKeyId,
      costCredits: cost,
      prompt: isInsertable ? `Boat ${index} "ü"` : 'A boat \0',
      input: { prompt: `Boat ${index}`, list: [1, 2.5, null] },
      promisedDeciles: [1.5, 2, 3],
      idempotency: key === null ? null : { key: keys[key] as string, bodySha256: sha256(`${key}`) },
      ...(hasProject && { projectId: randomUUID() }),
      ...(hasSource && { sources: [{ relation: 'settings', sourceId }] }),
    }),
  );

/** All that is stored of a user, without what differs from one user to the next. */
async function stored({ userId, apiKeyId }: User, ids: readonly string[]) {
  const rows = async (text: string, values: unknown[] = [userId]) => (await db.pool.query(text, values)).rows;
  const alike = (row: Record<string, unknown>) =>
    JSON.parse(
      ids.reduce(
        (text, id, index) => text.replaceAll(id, `#${index}`),
        JSON.stringify(row, (name, value) =>
          /_at$|^id$|user_id|_hash$|^hash$|api_key_id|source_id|entry_key/.test(name) ? undefined : value,
        ),
      ),
    );
  return {
    account: (await rows('select * from credit_account where user_id = $1')).map(alike),
    entries: (await rows('select * from ledger_entry where user_id = $1 order by id')).map(alike).slice(2),
    generations: (
      await rows('select * from generation where id = any($1) order by array_position($1, id)', [ids])
    ).map(alike),
    keys: (await rows('select key, generation_id from idempotency_key where user_id = $1 order by key')).map(
      alike,
    ),
    sources: (
      await rows(
        'select * from generation_source where generation_id = any($1) order by array_position($1, generation_id)',
        [ids],
      )
    ).map(alike),
    outbox: (
      await rows(
        `select * from outbox where payload->>'generationId' = any($1) order by payload->>'generationId'`,
        [ids],
      )
    ).map(alike),
    spent: (await rows('select spent, spent_that_day from api_key where id = $1', [apiKeyId])).map(alike),
  };
}

/** An answer without what differs from one user, or one moment, to the next. */
function plain(settled: PromiseSettledResult<Awaited<ReturnType<typeof reserveGeneration>>>) {
  if (settled.status === 'rejected') return { code: (settled.reason as { code: string }).code };
  if (!settled.value.ok) return { ...settled.value, freeInSeconds: undefined };
  const { generation, ...balance } = settled.value;
  const { status, stage, line_place, queue_position, cost, prompt, input, medium } = generation;
  return { ...balance, status, stage, line_place, queue_position, cost, prompt, input, medium };
}

describe('reservations of one account that come together', () => {
  it('are answered and stored as if each had come alone, whatever is among them', async () => {
    await fc.assert(
      fc.asyncProperty(settings, fc.array(entry, { minLength: 2, maxLength: 24 }), async (given, entries) => {
        const keys = Array.from({ length: 6 }, () => randomUUID());
        const [alone, together] = [await userAs(given), await userAs(given)];
        const one = generationsOf(alone, entries, keys);
        const answers = [];
        for (const generation of one)
          answers.push(...(await Promise.allSettled([reserveGeneration(db.pool, generation)])));
        const all = generationsOf(together, entries, keys);
        const { on, names } = watched();
        const answered = await reserveAll(all, createReserver(on));
        expect(names[0]).toMatch(/^reserve-generations/);
        expect(answered.map(plain)).toEqual(answers.map(plain));
        const ids = (generations: readonly NewGeneration[]) => generations.map(({ id }) => id);
        expect(await stored(together, ids(all))).toEqual(await stored(alone, ids(one)));
      }),
      { numRuns: 60 },
    );
  });

  it('take one statement, in which a cheap one is accepted behind one that is too dear', async () => {
    const userId = await createUser(db, 100);
    const { on, names } = watched();
    const costs = [60, 50, 40, 1];
    const answers = await reserveAll(
      costs.map((costCredits) => newGeneration(userId, { costCredits })),
      createReserver(on),
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

  it('take the statement of a single one when one comes alone, and wait for it when others follow', async () => {
    const userId = await createUser(db, 10_000);
    const { on, names } = watched();
    const reserve = createReserver(on);
    const first = reserve(newGeneration(userId));
    await Promise.resolve();
    expect(names).toEqual(['reserve-generation']);
    await Promise.all([first, ...[1, 2, 3].map(() => reserve(newGeneration(userId)))]);
    expect(names).toEqual(['reserve-generation', 'reserve-generations']);
  });

  it('do not wait for those of another account, or of another payer', async () => {
    const [one, other] = [await createUser(db, 1_000), await createUser(db, 1_000)];
    const apiKeyId = await createKey(db, one);
    const { on, names } = watched();
    const reserve = createReserver(on);
    const all = [newGeneration(one), newGeneration(other), newGeneration(one, { apiKeyId })].map(reserve);
    await Promise.resolve();
    expect(names).toEqual(['reserve-generation', 'reserve-generation', 'reserve-generation-by-key']);
    expect((await Promise.all(all)).map(({ ok }) => ok)).toEqual([true, true, true]);
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
    const reserve = createReserver({ query } as unknown as Queryable);
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
  const processes = () => [1, 2, 3].map(() => createReserver(db.pool));

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
      ReturnType<typeof createReserver>,
      ...ReturnType<typeof createReserver>[],
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
