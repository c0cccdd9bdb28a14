import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { watched } from '../../testing/random-reservations.ts';
import { createUser } from '../../testing/samples.ts';
import { createSessionFinder, findSession, insertSession } from './sessions.ts';

const db = await openTestDb(8);
afterAll(() => db.drop());

async function signIn(expiresAt = new Date(Date.now() + 86_400_000)): Promise<string> {
  const idHash = randomUUID();
  const signIn = { publicId: randomUUID(), authenticatedAt: null, address: null, userAgent: null };
  await insertSession(db.pool, { idHash, userId: await createUser(db), expiresAt, ...signIn });
  return idHash;
}

it('one statement finds the sessions of requests that come together, each its own', async () => {
  const own = await Promise.all(Array.from({ length: 5 }, () => signIn()));
  const expired = await signIn(new Date(0));
  const { on, names } = watched(db);
  const asked = [...own, 'unknown', expired, own[0] as string, ...own];
  const found = await Promise.all(asked.map(createSessionFinder(on)));
  expect(names).toEqual(['find-sessions']);
  expect(found).toEqual(await Promise.all(asked.map((idHash) => findSession(db.pool, idHash))));
  expect(found.map((row) => row?.session_id)).toEqual(
    asked.map((idHash) => (idHash === 'unknown' ? undefined : idHash)),
  );
});

it('a session that comes alone is found by the statement of a single one', async () => {
  const idHash = await signIn();
  const { on, names } = watched(db);
  expect(await createSessionFinder(on)(idHash)).toEqual(await findSession(db.pool, idHash));
  expect(names).toEqual(['find-session']);
});

it('a look-up finds what was committed before it, also while a statement that began earlier is under way', async () => {
  const idHash = await signIn();
  const find = createSessionFinder(db.pool);
  const early = find(idHash);
  await db.pool.query('delete from user_session where id = $1', [idHash]);
  expect(await Promise.all([find(idHash), find('unknown')])).toEqual([undefined, undefined]);
  await early;
});
