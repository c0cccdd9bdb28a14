import { PassThrough } from 'node:stream';
import { packs } from '@atelier/catalog';
import {
  applyPaymentEvent,
  connectDb,
  listOpenPaymentEvents,
  type PaymentFact,
  upsertUserFromIdentity,
} from '@atelier/db';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { createLog } from '@atelier/log';
import { afterAll, expect, it } from 'vitest';
import { applyWaitingPayments } from './apply-waiting-payments.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.adminUrl,
  applicationName: 'test',
  maxConnections: 2,
  // Dropping the database terminates connections that are still open.
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const balances: object[] = [];
const realtime = {
  emitToUser: async (_id: string, name: string, body: object) => balances.push({ name, body }) > 0,
};

/** Runs the duty and returns its log lines. */
async function run() {
  const lines: string[] = [];
  const destination = new PassThrough();
  destination.on('data', (chunk: Buffer) => lines.push(...chunk.toString().trim().split('\n')));
  const log = createLog({ service: 'worker', level: 'info' }, destination);
  const pendingLineEvents = new Set();
  await applyWaitingPayments({ db, log, realtime, pendingLineEvents, maxRunning: 5 } as unknown as Parameters<
    typeof applyWaitingPayments
  >[0]);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

const letMinutesPass = () =>
  db.pool.query(
    `update payment_event set received_at = received_at - interval '6 minutes', tried_at = tried_at - interval '6 minutes'`,
  );

it('a payment without an account is logged once, and applied when its account is there', async () => {
  const identity = { provider: 'test', subject: 'a', email: 'a@x.test', isEmailVerified: true, name: null };
  const { userId } = await upsertUserFromIdentity(db, identity);
  await db.pool.query('update app_user set erased_at = now()');
  const [pack] = packs;
  if (!pack) throw new Error('The catalog has no packs');
  const paid: PaymentFact = {
    type: 'paid',
    purchaseId: userId,
    paymentIntent: 'pi_1',
    amountMinor: pack.amountMinor,
    currency: pack.currency,
    sold: {
      userId,
      provider: 'stripe',
      pack: pack.id,
      credits: pack.credits,
      sessionId: 'cs_1',
      amountMinor: pack.amountMinor,
      currency: pack.currency,
    },
  };
  await applyPaymentEvent(db, { id: 'evt_1', type: 'checkout.session.completed', fact: paid });
  const refund = { type: 'refunded', purchaseId: null, paymentIntent: 'pi_2', refundedMinor: 5 } as const;
  await applyPaymentEvent(db, { id: 'evt_2', type: 'charge.refunded', fact: refund });

  expect(await run()).toMatchObject([{ level: 50, eventId: 'evt_1', problem: 'unknown_account' }]);
  expect(await run()).toEqual([]);
  await letMinutesPass();
  expect(await run()).toMatchObject([{ level: 50, eventId: 'evt_2', problem: 'unknown_purchase' }]);

  await db.pool.query('update app_user set erased_at = null');
  await letMinutesPass();
  expect(await run()).toMatchObject([{ level: 30, eventId: 'evt_1', purchaseId: userId }]);
  expect(balances).toMatchObject([{ name: 'credits:changed', body: { left_credits: pack.credits } }]);
  expect((await listOpenPaymentEvents(db.pool, 10)).map(({ id }) => id)).toEqual(['evt_2']);
});
