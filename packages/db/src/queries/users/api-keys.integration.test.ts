import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { watched } from '../../testing/random-reservations.ts';
import { createUser, newKey } from '../../testing/samples.ts';
import {
  changeKeyBudgets,
  createKeyOwnerFinder,
  insertApiKey,
  listApiKeys,
  markApiKeyUsed,
  type NewApiKey,
  revokeApiKey,
} from './api-keys.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());

const user = () => createUser(db);
const find = createKeyOwnerFinder(db.pool);
const findKeyOwner = (tokenHash: Buffer) => find(tokenHash.toString('hex'));

async function insert(userId: string, changes: Parameters<typeof newKey>[1] = {}) {
  const key = newKey(userId, changes);
  await insertApiKey(db, key, 20);
  return key;
}

describe('API keys', () => {
  it('lead from their hash to their owner, who paid or not', async () => {
    const userId = await user();
    const key = await insert(userId);
    expect(await findKeyOwner(key.tokenHash)).toEqual({
      token_hash: key.tokenHash.toString('hex'),
      key_id: key.id,
      user_id: userId,
      email: expect.stringContaining('@atelier.test'),
      name: null,
      member_since: expect.any(Date),
      has_ever_paid: false,
      scopes: ['generate', 'read', 'files'],
      expires_at: null,
      ask_above: null,
      is_expired: false,
      is_locked: false,
      is_use_unmarked: true,
    });
    expect(await findKeyOwner(randomBytes(32))).toBeUndefined();
  });

  it('lead to their owners in one query for all that ask at once, and no other key with them', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, async () => insert(await user())));
    const unknown = randomBytes(32);
    const [first] = keys;
    const asked = [...keys.map(({ tokenHash }) => tokenHash), unknown, first?.tokenHash ?? unknown];
    const { names, on } = watched(db);
    const findAll = createKeyOwnerFinder(on);
    const found = await Promise.all(asked.map((tokenHash) => findAll(tokenHash.toString('hex'))));
    expect(found.map((owner) => owner?.key_id)).toEqual([...keys.map(({ id }) => id), undefined, first?.id]);
    expect(names).toEqual(['find-key-owners']);
  });

  it('are listed for their owner, newest first, while they work', async () => {
    const userId = await user();
    const [first, second, third] = [
      await insert(userId, { name: 'first' }),
      await insert(userId, { name: 'second' }),
      await insert(userId, { name: 'third' }),
    ];
    await insert(await user());
    await revokeApiKey(db.pool, second.id, userId);
    expect((await listApiKeys(db.pool, userId)).map(({ id }) => id)).toEqual([third.id, first.id]);
  });

  it('have their own scopes, end and budgets', async () => {
    const userId = await user();
    const expiresAt = new Date('2029-12-31T16:00:00Z');
    const { tokenHash } = await insert(userId, {
      scopes: ['read'],
      expiresAt,
      dailyBudget: 5,
      totalBudget: 0,
    });
    expect(await listApiKeys(db.pool, userId)).toMatchObject([
      {
        scopes: ['read'],
        expires_at: expiresAt,
        is_expired: false,
        daily_budget: 5,
        total_budget: 0,
        spent: 0,
      },
    ]);
    const owner = await findKeyOwner(tokenHash);
    expect(owner).toMatchObject({ scopes: ['read'], expires_at: expiresAt, is_expired: false });
  });

  it.each([[[]], [['pay']], [['read', 'pay']]])('never have the scopes %j', async (scopes) => {
    const key = { ...newKey(await user()), scopes: scopes as NewApiKey['scopes'] };
    await expect(insertApiKey(db, key, 20)).rejects.toThrow(/api_key_scopes_check/);
  });

  it('stay listed as expired until they are revoked', async () => {
    const userId = await user();
    const { id, tokenHash } = await insert(userId, { expiresAt: new Date(Date.now() - 1_000) });
    expect(await findKeyOwner(tokenHash)).toMatchObject({ key_id: id, is_expired: true });
    expect(await listApiKeys(db.pool, userId)).toMatchObject([{ id, is_expired: true }]);
    await revokeApiKey(db.pool, id, userId);
    expect(await listApiKeys(db.pool, userId)).toEqual([]);
  });

  it.each([
    [100, 100, 100, 100, true],
    [100, 100, 0, 99, true],
    [100, 100, 101, 0, false],
    [100, 100, 0, 101, false],
    [100, 100, null, 0, false],
    [null, null, 100, 100, true],
    [null, null, null, null, true],
    [0, null, 0, null, true],
    [0, 7, 0, null, false],
  ])(
    'with the budgets %j and %j may be given %j and %j without the right to raise them: %j',
    async (daily, total, nextDaily, nextTotal, isAllowed) => {
      const userId = await user();
      const { id } = await insert(userId, { dailyBudget: daily, totalBudget: total });
      const budgets = { id, userId, dailyBudget: nextDaily, totalBudget: nextTotal };
      const changed = await changeKeyBudgets(db.pool, { ...budgets, mayRaise: false });
      expect(changed !== undefined).toBe(isAllowed);
      const raised = await changeKeyBudgets(db.pool, { ...budgets, mayRaise: true });
      expect(raised).toMatchObject({ id, daily_budget: nextDaily, total_budget: nextTotal });
    },
  );

  it.each([
    [100, ['a', 'b'], 100, ['a', 'b'], true],
    [100, ['a', 'b'], 50, ['a'], true],
    [null, null, 50, ['a'], true],
    [100, null, 100, null, true],
    [100, ['a'], 101, ['a'], false],
    [100, ['a'], null, ['a'], false],
    [100, ['a'], 100, ['a', 'b'], false],
    [100, ['a'], 100, null, false],
    [100, ['a'], undefined, undefined, true],
  ])(
    'with at most %j for %j may be given %j for %j without the right to raise it: %j',
    async (job, kinds, nextJob, nextKinds, isAllowed) => {
      const userId = await user();
      const { id } = await insert(userId, { jobBudget: job, kinds });
      const wanted = {
        id,
        userId,
        dailyBudget: null,
        totalBudget: null,
        jobBudget: nextJob,
        kinds: nextKinds,
      };
      expect((await changeKeyBudgets(db.pool, { ...wanted, mayRaise: false })) !== undefined).toBe(isAllowed);
      const raised = await changeKeyBudgets(db.pool, { ...wanted, mayRaise: true });
      const [expectedJob, expectedKinds] = nextJob === undefined ? [job, kinds] : [nextJob, nextKinds];
      expect(raised).toMatchObject({ job_budget: expectedJob, kinds: expectedKinds });
    },
  );

  it('have their budgets changed by their owner only, and only while they are not revoked', async () => {
    const userId = await user();
    const { id } = await insert(userId);
    const budgets = { id, dailyBudget: 1, totalBudget: 1, mayRaise: true };
    expect(await changeKeyBudgets(db.pool, { ...budgets, userId: await user() })).toBeUndefined();
    await revokeApiKey(db.pool, id, userId);
    expect(await changeKeyBudgets(db.pool, { ...budgets, userId })).toBeUndefined();
  });

  it('end when their owner revokes them, once, and not by another user', async () => {
    const userId = await user();
    const { id, tokenHash } = await insert(userId);
    expect(await revokeApiKey(db.pool, id, await user())).toBe(false);
    expect(await findKeyOwner(tokenHash)).toBeDefined();
    expect(await revokeApiKey(db.pool, id, userId)).toBe(true);
    expect(await findKeyOwner(tokenHash)).toBeUndefined();
    expect(await revokeApiKey(db.pool, id, userId)).toBe(false);
  });

  it('are never more than allowed, however many are asked for at once, and a revoked one makes room', async () => {
    const userId = await user();
    const asked = await Promise.all(Array.from({ length: 15 }, () => insertApiKey(db, newKey(userId), 5)));
    expect(asked.filter((made) => made !== undefined)).toHaveLength(5);
    const [first] = await listApiKeys(db.pool, userId);
    await revokeApiKey(db.pool, first?.id ?? '', userId);
    expect(await insertApiKey(db, newKey(userId), 5)).toBeDefined();
  });

  it('note down their use to the minute, and write nothing for the rest of it', async () => {
    const userId = await user();
    const { id, tokenHash } = await insert(userId);
    const isUnmarked = async () => (await findKeyOwner(tokenHash))?.is_use_unmarked;
    const usedAt = async () => (await listApiKeys(db.pool, userId))[0]?.last_used_at;
    expect(await usedAt()).toBeNull();
    await markApiKeyUsed(db.pool, id);
    expect((await usedAt())?.getTime()).toSatisfy((time: number) => time % 60_000 === 0);

    // Ahead of any clock, as the running minute is: whatever the second in which this runs.
    await db.pool.query(`update api_key set last_used_at = now() + interval '1 hour' where id = $1`, [id]);
    const before = await usedAt();
    expect(await isUnmarked()).toBe(false);
    await markApiKeyUsed(db.pool, id);
    expect(await usedAt()).toEqual(before);

    await db.pool.query(`update api_key set last_used_at = now() - interval '1 minute' where id = $1`, [id]);
    expect(await isUnmarked()).toBe(true);
  });
});
