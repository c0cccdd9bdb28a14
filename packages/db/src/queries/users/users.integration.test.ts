import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { getBalance } from '../money/balance.ts';
import { type Identity, upsertUserFromIdentity } from './users.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());

const identity = (changes: Partial<Identity> = {}): Identity => {
  const subject = randomUUID();
  const email = `${subject}@atelier.test`;
  return { provider: 'https://one.test', subject, email, isEmailVerified: true, name: 'Ann', ...changes };
};

describe('upsertUserFromIdentity', () => {
  it('makes a user with an empty account at the first sign-in, and knows them at the next', async () => {
    const ann = identity();
    const { userId } = await upsertUserFromIdentity(db, ann);
    expect(await upsertUserFromIdentity(db, { ...ann, email: 'changed@atelier.test' })).toEqual({ userId });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 0, held: 0, has_ever_paid: false });
  });

  it.each([true, false])(
    'makes one user of many first sign-ins at once; verified: %s',
    async (isEmailVerified) => {
      const ann = identity({ isEmailVerified });
      const all = await Promise.all(Array.from({ length: 10 }, () => upsertUserFromIdentity(db, ann)));
      expect(new Set(all.map(({ userId }) => userId)).size).toBe(1);
    },
  );

  it('joins a second identity by its e-mail address only when that is verified', async () => {
    const ann = identity();
    const { userId } = await upsertUserFromIdentity(db, ann);
    const other = { ...ann, provider: 'https://two.test', email: ann.email.toUpperCase() };
    const unverified = upsertUserFromIdentity(db, { ...other, isEmailVerified: false });
    await expect(unverified).rejects.toMatchObject({ code: 'identity_conflict' });
    expect(await upsertUserFromIdentity(db, other)).toEqual({ userId });
  });
});
