import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { findKeyOwner, insertApiKey, listApiKeys, markApiKeyUsed, revokeApiKey } from './api-keys.ts';
import { upsertUserFromIdentity } from './users.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());

async function user(): Promise<string> {
  const subject = randomUUID();
  const identity = { provider: 'https://one.test', subject, isEmailVerified: true, name: 'Ann' };
  return (await upsertUserFromIdentity(db, { ...identity, email: `${subject}@atelier.test` })).userId;
}

const newKey = (userId: string, name = 'A key') => ({
  id: randomUUID(),
  userId,
  name,
  tokenHash: createHash('sha256').update(randomBytes(32)).digest(),
  ending: 'wxyz',
});

async function insert(userId: string, name?: string) {
  const key = newKey(userId, name);
  await insertApiKey(db, key, 20);
  return key;
}

describe('API keys', () => {
  it('lead from their hash to their owner, who paid or not', async () => {
    const userId = await user();
    const key = await insert(userId);
    expect(await findKeyOwner(db.pool, key.tokenHash)).toEqual({
      key_id: key.id,
      user_id: userId,
      email: expect.stringContaining('@atelier.test'),
      name: 'Ann',
      has_ever_paid: false,
      is_use_unmarked: true,
    });
    expect(await findKeyOwner(db.pool, randomBytes(32))).toBeUndefined();
  });

  it('are listed for their owner, newest first, while they work', async () => {
    const userId = await user();
    const [first, second, third] = [
      await insert(userId, 'first'),
      await insert(userId, 'second'),
      await insert(userId, 'third'),
    ];
    await insert(await user());
    await revokeApiKey(db.pool, second.id, userId);
    expect((await listApiKeys(db.pool, userId)).map(({ id }) => id)).toEqual([third.id, first.id]);
  });

  it('end when their owner revokes them, once, and for nobody else', async () => {
    const userId = await user();
    const { id, tokenHash } = await insert(userId);
    expect(await revokeApiKey(db.pool, id, await user())).toBe(false);
    expect(await findKeyOwner(db.pool, tokenHash)).toBeDefined();
    expect(await revokeApiKey(db.pool, id, userId)).toBe(true);
    expect(await findKeyOwner(db.pool, tokenHash)).toBeUndefined();
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
    const isUnmarked = async () => (await findKeyOwner(db.pool, tokenHash))?.is_use_unmarked;
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
