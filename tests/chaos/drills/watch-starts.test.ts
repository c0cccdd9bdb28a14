import { connectDb, upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { afterAll, expect, it } from 'vitest';
import { reserveImage } from '../load/reserve-image.ts';
import { countStarts, watchStarts } from './watch-starts.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.adminUrl,
  applicationName: 'watch-starts-test',
  maxConnections: 2,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
await watchStarts({ db });

async function fillLine(subject: string) {
  const { userId } = await upsertUserFromIdentity(db, {
    provider: 'https://issuer.test',
    subject,
    email: `${subject}@atelier.test`,
    isEmailVerified: true,
    name: subject,
  });
  const payment = { provider: 'test', paymentId: subject, amountMinor: 100, currency: 'usd' };
  await grantPurchase(db, { userId, credits: 1_000, ...payment });
  const ids: string[] = [];
  for (const kindId of ['flux-schnell', 'flux-schnell', 'flux-dev', 'flux-schnell'])
    ids.push(await reserveImage({ db }, { userId, kindId, maxRunning: 1, maxWaiting: 10 }));
  return { userId, ids };
}

it('a start in the order of its line overtakes nothing, and one before its turn is counted', async () => {
  const inOrder = await fillLine('in-order');
  await db.pool.query('select start_waiting($1, 3)', [inOrder.userId]);
  expect(await countStarts({ db })).toEqual({ starts: 2, overtaking: 0 });
  const { userId, ids } = await fillLine('overtaking');
  const [, , otherKind, last] = ids;
  await db.pool.query('select start_waiting($1, 3, $2)', [userId, otherKind]);
  expect(await countStarts({ db })).toEqual({ starts: 3, overtaking: 0 });
  await db.pool.query('select start_waiting($1, 3, $2)', [userId, last]);
  expect(await countStarts({ db })).toEqual({ starts: 4, overtaking: 1 });
});
