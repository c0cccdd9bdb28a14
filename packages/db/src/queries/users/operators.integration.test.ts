import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { listOperators, setOperator } from './operators.ts';
import { upsertUserFromIdentity } from './users.ts';

const db = await openTestDb();
afterAll(() => db.drop());
beforeEach(() => db.asOwner('delete from operator'));

async function signUp(email: string): Promise<void> {
  const identity = { provider: 'test', subject: email, email, isEmailVerified: true, name: null };
  await upsertUserFromIdentity(db, identity);
}

const listEmails = async (settings: string[]) =>
  (await listOperators(db, settings)).map(({ email }) => email);
const [first, second] = ['ada@atelier.test', 'Berta@Atelier.test'.toLowerCase()];
await signUp(first);
await signUp('Berta@Atelier.test');

describe('operators', () => {
  it('are those of the settings and those that were added, without those that were removed', async () => {
    const settings = [first];
    await setOperator(db, { email: second, isOperator: true, settings });
    expect(await listEmails(settings)).toEqual([first, second]);
    expect(await setOperator(db, { email: first, isOperator: false, settings })).toBe('changed');
    expect(await listEmails(settings)).toEqual([second]);
    expect(await setOperator(db, { email: first, isOperator: true, settings })).toBe('changed');
    expect(await listEmails(settings)).toEqual([first, second]);
  });

  it('are not changed by a repetition', async () => {
    const settings = [first];
    expect(await setOperator(db, { email: first, isOperator: true, settings })).toBe('unchanged');
    expect(await setOperator(db, { email: second, isOperator: false, settings })).toBe('unchanged');
  });

  it('keep one who has an account, unless the removal is forced', async () => {
    const settings = [first, `${randomUUID()}@never-signed-in.test`];
    const removal = { email: first, isOperator: false, settings };
    expect(await setOperator(db, removal)).toBe('last_operator');
    expect(await listEmails(settings)).toContain(first);
    expect(await setOperator(db, { ...removal, isForced: true })).toBe('changed');
  });

  it('cannot remove each other at the same moment', async () => {
    const settings = [first, second];
    const outcomes = await Promise.all(
      settings.map((email) => setOperator(db, { email, isOperator: false, settings })),
    );
    expect(outcomes.toSorted()).toEqual(['changed', 'last_operator']);
    expect(await listEmails(settings)).toHaveLength(1);
  });
});
