import { PassThrough } from 'node:stream';
import { connectDb, upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { createLog } from '@atelier/log';
import { afterAll, expect, it } from 'vitest';
import { createMetrics } from '../process/metrics.ts';
import { reconcileLedger } from './reconcile-ledger.ts';

const database = await createTestDatabase();
const owner = connectDb({
  databaseUrl: database.adminUrl,
  applicationName: 'test',
  maxConnections: 2,
  // Dropping the database terminates connections that are still open.
  onError: () => undefined,
});
afterAll(async () => {
  await owner.close();
  await database.drop();
});

const isUp = async () => undefined;
const silent = createLog({ service: 'worker', level: 'silent' });
const metrics = createMetrics({ db: owner, queue: { ping: isUp }, store: { check: isUp }, log: silent });

/** Runs the job and returns its log lines. */
async function reconcile() {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const log = createLog({ service: 'worker', level: 'info' }, destination);
  await reconcileLedger({ db: owner, log, metrics });
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('the reconciliation logs no problem of a ledger that adds up, and names an entry that was changed', async () => {
  const identity = { provider: 'test', subject: 'a', email: 'a@x.test', isEmailVerified: true, name: null };
  const { userId } = await upsertUserFromIdentity(owner, identity);
  const payment = { provider: 'test', paymentId: 'p', credits: 100, amountMinor: 1, currency: 'usd' };
  await grantPurchase(owner, { userId, ...payment });
  // A 0 before the first check would say that it found nothing.
  expect(await metrics.read()).not.toContain('atelier_ledger_');
  expect(await reconcile()).toMatchObject([{ msg: 'ledger reconciled', problems: 0 }]);
  expect(await metrics.read()).toMatch(/^atelier_ledger_problems 0$/m);

  await owner.pool.query('alter table ledger_entry disable trigger ledger_is_append_only');
  const { rows } = await owner.pool.query<{ id: number }>(
    `update ledger_entry set actor = 'someone else' where user_id = $1 returning id`,
    [userId],
  );
  const subject = `entry ${rows[0]?.id} of ${userId}`;
  expect(await reconcile()).toMatchObject([
    { msg: 'the ledger does not add up', problem: { check: 'content fits its hash', subject } },
    { msg: 'ledger reconciled', problems: 1 },
  ]);
  expect(await metrics.read()).toMatch(/^atelier_ledger_problems 1$/m);
  expect(await metrics.read()).toMatch(/^atelier_ledger_checked_timestamp_seconds 1\d{9}/m);
});

it('the reconciliation warns of a wrong count of generations, corrects it, and raises no alarm about money', async () => {
  const set =
    'update credit_account set image_count = 3 where user_id = (select user_id from credit_account limit 1)';
  await owner.pool.query(set);
  const others = (lines: Record<string, unknown>[]) => lines.filter(({ count }) => count !== undefined);
  expect(others(await reconcile())).toMatchObject([
    { level: 40, count: { expected: '0/3/0/0/0', found: '0/0/0/0/0' } },
  ]);
  // The entry that the test before changed, and no count.
  expect(await metrics.read()).toMatch(/^atelier_ledger_problems 1$/m);
  expect(await metrics.read()).toMatch(/^atelier_record_counts_wrong 1$/m);
  expect(others(await reconcile())).toEqual([]);
  expect(await metrics.read()).toMatch(/^atelier_record_counts_wrong 0$/m);
});
