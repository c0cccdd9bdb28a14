import { randomUUID } from 'node:crypto';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { createRandom } from '../../../testing/random.ts';
import { createKey, createUser, newGeneration, reserve, sha256 } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { refundFailed } from '../../money/refund-failed.ts';
import { closeAccount } from '../../users/account-closing.ts';
import { changeKeyBudgets, listApiKeys, revokeApiKey } from '../../users/api-keys.ts';
import { type Ending, markGenerationEnded } from '../end/mark-generation-ended.ts';
import { reserveForAccount } from './reserve-for-account.ts';
import { reserveGeneration } from './reserve-generation.ts';

const db = await openTestDb(40);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

async function userWithKey(limits: Parameters<typeof createKey>[2] = {}, credits = 10_000) {
  const userId = await createUser(db, credits);
  return { userId, apiKeyId: await createKey(db, userId, limits) };
}

const readSpent = async (userId: string) => {
  const keys = await listApiKeys(db.pool, userId);
  return keys.map(({ spent, spent_today }) => [spent, spent_today]);
};

const end = (generationId: string, status: Ending['status'], chargeCredits: number) =>
  markGenerationEnded(db.pool, {
    generationId,
    status,
    chargeCredits,
    error: status === 'failed' ? { code: 'timeout', detail: null } : null,
  });

describe('a key with a budget', () => {
  for (const [options, cases] of splitCases(
    [{ totalBudget: 10 * 7 + 6 }, { dailyBudget: 10 * 7 + 6 }],
    1,
    'load',
  ))
    it.each(cases)(
      'charges exactly 10 of 1,000 calls at once when its budget is for 10: %j',
      options,
      async (limits) => {
        const { userId, apiKeyId } = await userWithKey(limits);
        const all = await Promise.all(
          Array.from({ length: 1_000 }, () =>
            reserveGeneration(db.pool, newGeneration(userId, { costCredits: 7, apiKeyId })),
          ),
        );
        const refused = all.filter((reservation) => !reservation.ok);
        expect(refused).toHaveLength(990);
        expect(new Set(refused.map(({ reason }) => reason))).toEqual(new Set(['key_budget_reached']));
        expect(await getBalance(db.pool, userId)).toMatchObject({ available: 9_930, held: 70 });
        expect(await readSpent(userId)).toEqual([[70, 70]]);
      },
    );

  it('says which budget is reached, how much of it is spent and when the day’s is free again', async () => {
    const daily = await userWithKey({ dailyBudget: 500, totalBudget: 5_000 });
    const total = await userWithKey({ dailyBudget: 5_000, totalBudget: 500 });
    const refusals = [];
    for (const { userId, apiKeyId } of [daily, total]) {
      await reserve(db, userId, { apiKeyId });
      refusals.push(await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId })));
    }
    const [{ midnight }] = (await db.asOwner<{ midnight: Date }>(
      `select date_trunc('day', now(), 'UTC') + interval '1 day' as midnight`,
    )) as [{ midnight: Date }];
    const same = { ok: false, reason: 'key_budget_reached', cap: 500, spent: 300, required: 300 };
    expect(refusals).toEqual([
      { ...same, budget: 'daily', freesAt: midnight },
      { ...same, budget: 'total', freesAt: null },
    ]);
  });

  it('makes no kind but its own, and no submission above its most, approved or not', async () => {
    const { userId, apiKeyId } = await userWithKey({ kinds: ['text-to-video', 'flux-dev'], jobBudget: 400 });
    const asked = [
      { kind: 'flux-schnell' },
      { costCredits: 300, askedCost: 401 },
      { costCredits: 300, askedCost: 401, isApproved: true },
      { costCredits: 300, askedCost: 400 },
    ];
    const found = [];
    for (const each of asked)
      found.push(await reserveGeneration(db.pool, newGeneration(userId, { ...each, apiKeyId })));
    const together = await reserveForAccount(
      db.pool,
      asked.map((each) => newGeneration(userId, { ...each, apiKeyId })),
    );
    const tooMuch = { ok: false, reason: 'key_budget_reached', budget: 'job', cap: 400, freesAt: null };
    const expected = [
      { ok: false, reason: 'key_kind_not_allowed', kinds: ['text-to-video', 'flux-dev'] },
      tooMuch,
      tooMuch,
      { ok: true },
    ];
    expect(found).toMatchObject(expected);
    expect(together).toMatchObject(expected);
    expect(await readSpent(userId)).toEqual([[600, 600]]);
  });

  it('writes nothing when it refuses, and leaves other keys and the browser alone', async () => {
    const { userId, apiKeyId } = await userWithKey({ totalBudget: 0 });
    const other = await createKey(db, userId);
    expect((await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId }))).ok).toBe(false);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 10_000, held: 0, revision: 1 });
    await reserve(db, userId, { apiKeyId: other });
    await reserve(db, userId);
    expect(await readSpent(userId)).toEqual([
      [300, 300],
      [0, 0],
    ]);
  });

  it('counts nothing when the account refuses', async () => {
    const { userId, apiKeyId } = await userWithKey({ totalBudget: 1_000 }, 299);
    const refusal = await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId }));
    expect(refusal).toMatchObject({ ok: false, reason: 'insufficient_credits' });
    expect(await readSpent(userId)).toEqual([[0, 0]]);
  });

  it('forgets the day’s spending on the next day and keeps the total', async () => {
    const { userId, apiKeyId } = await userWithKey({ dailyBudget: 300, totalBudget: 900 });
    await reserve(db, userId, { apiKeyId });
    await db.pool.query('update api_key set spent_on = spent_on - 1 where id = $1', [apiKeyId]);
    expect(await readSpent(userId)).toEqual([[300, 0]]);
    await reserve(db, userId, { apiKeyId });
    expect(await readSpent(userId)).toEqual([[600, 300]]);
  });

  it('gets back what a failed generation releases, of the day only on the same day', async () => {
    const { userId, apiKeyId } = await userWithKey({ dailyBudget: 600, totalBudget: 600 });
    const [first, second] = [
      await reserve(db, userId, { apiKeyId }),
      await reserve(db, userId, { apiKeyId }),
    ];
    await end(first.id, 'failed', 0);
    expect(await readSpent(userId)).toEqual([[300, 300]]);
    await db.pool.query('update api_key set spent_on = spent_on - 1 where id = $1', [apiKeyId]);
    const third = await reserve(db, userId, { apiKeyId });
    await db.pool.query(`update generation set created_at = created_at - interval '1 day' where id = $1`, [
      second.id,
    ]);
    await end(second.id, 'partial', 200);
    expect(await readSpent(userId)).toEqual([[500, 300]]);
    await end(third.id, 'completed', 300);
    expect(await readSpent(userId)).toEqual([[500, 300]]);
  });

  it('gets back into its total what was refunded after the charge, once', async () => {
    const { userId, apiKeyId } = await userWithKey({ totalBudget: 300 });
    const { id } = await reserve(db, userId, { apiKeyId });
    const ended = await end(id, 'failed', 300);
    const failed = ended?.generation ?? expect.fail('It has not ended');
    const refunds = await Promise.all(Array.from({ length: 20 }, () => refundFailed(db, failed)));
    expect(refunds.filter(Boolean)).toHaveLength(1);
    expect(await readSpent(userId)).toEqual([[0, 300]]);
    await reserve(db, userId, { apiKeyId });
  });

  it('says that the idempotency key was used when the first request spent the last of the budget', async () => {
    const { userId, apiKeyId } = await userWithKey({ totalBudget: 300 });
    const idempotency = { key: randomUUID(), bodySha256: sha256('a') };
    await reserve(db, userId, { apiKeyId, idempotency });
    const again = await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId, idempotency }));
    expect(again).toEqual({ ok: false, reason: 'key_used' });
  });
});

describe('a key that has ended', () => {
  it.each([
    ['revoked', (id: string, userId: string) => revokeApiKey(db.pool, id, userId)],
    [
      'expired',
      (id: string) =>
        db.pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [id]),
    ],
  ])('reserves nothing once it is %s, and what it started settles', async (_how, stop) => {
    const { userId, apiKeyId } = await userWithKey();
    const [delivered, failed] = [
      await reserve(db, userId, { apiKeyId }),
      await reserve(db, userId, { apiKeyId }),
    ];
    await stop(apiKeyId, userId);
    const refusal = await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId }));
    expect(refusal).toEqual({ ok: false, reason: 'api_key_ended' });
    await end(delivered.id, 'completed', 300);
    await end(failed.id, 'failed', 0);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 9_700, held: 0 });
  });

  it('ends with its account without a deadlock, whichever of the two is first', async () => {
    const { userId, apiKeyId } = await userWithKey();
    const client = await db.pool.connect();
    try {
      // Half of a reservation: the key's row is locked, the account's not yet.
      await client.query('begin');
      await client.query('select from api_key where id = $1 for no key update', [apiKeyId]);
      const closing = closeAccount(db, { userId, token: randomUUID(), days: 7 });
      const waiting = `select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%api_key%'`;
      await expect.poll(async () => (await db.asOwner(waiting)).length).toBe(1);
      expect((await reserveGeneration(client, newGeneration(userId, { apiKeyId }))).ok).toBe(true);
      await client.query('commit');
      expect(await closing).toBeDefined();
    } finally {
      client.release();
    }
    expect((await reserveGeneration(db.pool, newGeneration(userId, { apiKeyId }))).ok).toBe(false);
  });

  it('is no key of another user', async () => {
    const { apiKeyId } = await userWithKey();
    const other = await createUser(db, 1_000);
    const refusal = await reserveGeneration(db.pool, newGeneration(other, { apiKeyId }));
    expect(refusal).toEqual({ ok: false, reason: 'api_key_ended' });
  });
});

it('keys, account and generations stay in step while they start, end, are refunded, changed and revoked at once', async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`key budgets: seed ${seed}`);
  const { userId, apiKeyId } = await userWithKey({ totalBudget: 300 * 200 }, 300 * 300);
  const leaving = await createKey(db, userId);
  const started = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      reserve(db, userId, { apiKeyId: [apiKeyId, leaving, null][index % 3] ?? null }),
    ),
  );
  const settled = await Promise.all(started.slice(0, 20).map(({ id }) => end(id, 'failed', 300)));
  const work = createRandom(seed).shuffle([
    ...started.slice(20).map(
      ({ id }, index) =>
        () =>
          end(id, 'failed', index % 2 === 0 ? 0 : 100),
    ),
    ...settled.map((ended) => () => refundFailed(db, ended?.generation ?? expect.fail())),
    ...Array.from({ length: 120 }, (_, index) => () => {
      const by = [apiKeyId, leaving, null][index % 3] ?? null;
      return reserveGeneration(db.pool, newGeneration(userId, { apiKeyId: by }));
    }),
    ...Array.from(
      { length: 20 },
      () => () =>
        changeKeyBudgets(db.pool, {
          id: apiKeyId,
          userId,
          dailyBudget: null,
          totalBudget: 300 * 150,
          mayRaise: true,
        }),
    ),
    () => revokeApiKey(db.pool, leaving, userId),
  ]);
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let next = work.pop(); next; next = work.pop()) await next();
    }),
  );
  expect(await db.ledgerProblems()).toEqual([]);
});
