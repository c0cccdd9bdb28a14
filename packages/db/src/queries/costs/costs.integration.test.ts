import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GenerationRow } from '../../generation-row.ts';
import { grantPurchase } from '../../testing/grant-purchase.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { claim, createUser, reserve } from '../../testing/samples.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { findGeneration } from '../generations/generations.ts';
import { acceptProviderEvent } from '../generations/provider/provider-event.ts';
import { refundFailed } from '../money/refund-failed.ts';
import { bookEnds, recordBilledUnits } from './book-ends.ts';
import { forecastBalance, judgeCosts, listCostFindings } from './cost-findings.ts';
import { listClaims, listWorstMargins } from './margins.ts';
import { addProviderPrices, listUnpricedCosts, priceCosts } from './price-costs.ts';
import {
  addProviderBalance,
  adoptUnknownCosts,
  claimUnbilled,
  listStoredPayloads,
  listWithoutBill,
  recordBills,
} from './record-bills.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));
beforeEach(async () => {
  await db.asOwner(
    'truncate provider_cost, generation_earning, provider_price, provider_balance, cost_finding',
  );
});

const endpoint = 'fal-ai/wan-t2v';
const kinds = ['text-to-video'];

type End = { userId: string; charge?: number; status?: 'completed' | 'failed'; attempts?: number };

/** A generation that the provider answered and that has ended. */
async function end({ userId, charge = 300, status = 'completed' }: End): Promise<GenerationRow> {
  const reserved = await claim(db, (await reserve(db, userId)).id);
  await acceptProviderEvent(db.pool, {
    generationId: reserved.id,
    attempt: reserved.attempt,
    providerRequestId: `r-${reserved.id}`,
    kind: 'poll',
    bodySha256: Buffer.alloc(32),
    result: {},
    error: null,
  });
  await markGenerationEnded(db.pool, {
    generationId: reserved.id,
    status,
    chargeCredits: status === 'failed' ? 0 : charge,
    error: status === 'failed' ? { code: 'provider_rejected', detail: 'x' } : null,
  });
  return (await findGeneration(db.pool, reserved.id)) ?? expect.fail();
}

const toRequestId = ({ id }: GenerationRow) => `r-${id}`;

async function book(): Promise<void> {
  await bookEnds(db.pool, kinds, 0);
  const rows = await listUnpricedCosts(db.pool, 1_000);
  const price = (row: (typeof rows)[number]) => ({
    requestId: row.request_id,
    estimateMicroUsd: row.is_delivered ? 400_000 : 0,
    ruleMicroUsd: 600_000,
  });
  await priceCosts(db.pool, rows.map(price));
}

const earnings = () =>
  db.asOwner<{ generation_id: string; refunded: number; earned_micro_usd: number }>(
    'select generation_id, settled, refunded, earned_micro_usd, is_delivered from generation_earning order by ended_at',
  );
const costs = () =>
  db.asOwner<{ request_id: string; source: string; cost_micro_usd: number }>(
    'select request_id, source, cost_micro_usd, unit_price, is_delivered from provider_cost order by finished_at, request_id',
  );

const bill = (requestId: string, costTotal: string, changes: { at?: Date; endpoint?: string } = {}) => ({
  requestId,
  endpoint,
  at: new Date(),
  units: '1',
  unitPrice: '0.4',
  costTotal,
  ...changes,
});
const buyPack = (userId: string, credits: number, amountMinor: number, currency = 'usd') =>
  grantPurchase(db, { userId, provider: 'test', paymentId: randomUUID(), credits, amountMinor, currency });
const usdPrice = (unitPrice: string) => [{ endpoint, unit: 'video', unitPrice, currency: 'USD' }];

describe('an earning', () => {
  it('values credits at the last purchase before their settlement, rounded down', async () => {
    const userId = await createUser(db);
    await buyPack(userId, 777, 333);
    const first = await end({ userId });
    await buyPack(userId, 1_000, 500);
    const second = await end({ userId, charge: 100 });
    await book();
    expect(await earnings()).toMatchObject([
      { generation_id: first.id, settled: 300, earned_micro_usd: 1_285_714, is_delivered: true },
      { generation_id: second.id, settled: 100, earned_micro_usd: 500_000 },
    ]);
  });

  it('is nothing for a failure, for credits in another currency and for an account that bought none', async () => {
    const [bought, other] = [await createUser(db), await createUser(db)];
    await buyPack(bought, 1_000, 500);
    await end({ userId: bought, status: 'failed' });
    await buyPack(other, 1_000, 500, 'eur');
    await end({ userId: other });
    await book();
    expect(await earnings()).toMatchObject([
      { settled: 0, earned_micro_usd: 0, is_delivered: false },
      { settled: 300, earned_micro_usd: 0 },
    ]);
  });

  it('is taken back by a refund, before and after it is booked', async () => {
    const userId = await createUser(db);
    await buyPack(userId, 1_000, 500);
    await refundFailed(db, await end({ userId }));
    const later = await end({ userId });
    await book();
    expect(await earnings()).toMatchObject([
      { refunded: 300, earned_micro_usd: 0 },
      { refunded: 0, earned_micro_usd: 1_500_000 },
    ]);
    await refundFailed(db, later);
    await book();
    expect(await earnings()).toMatchObject([{ earned_micro_usd: 0 }, { refunded: 300, earned_micro_usd: 0 }]);
  });

  it('is booked once by several processes', async () => {
    const userId = await createUser(db);
    await buyPack(userId, 1_000, 500);
    await end({ userId });
    await Promise.all(Array.from({ length: 5 }, () => bookEnds(db.pool, kinds, 0)));
    expect(await earnings()).toHaveLength(1);
  });
});

describe('a cost', () => {
  it('is estimated first, then the units at the price of that day, then the bills after discounts', async () => {
    const row = await end({ userId: await createUser(db, 300) });
    const requestId = toRequestId(row);
    await book();
    expect(await costs()).toMatchObject([{ source: 'rule', cost_micro_usd: 400_000, is_delivered: true }]);
    await addProviderPrices(db.pool, usdPrice('0.1234565'));
    const billed = { requestId, generationId: row.id, attempt: 1, kind: row.kind, endpoint, units: '3.008' };
    await recordBilledUnits(db.pool, billed);
    await book();
    expect(await costs()).toMatchObject([
      { source: 'header', cost_micro_usd: 371_357, unit_price: '0.1234565' },
    ]);
    for (let time = 0; time < 2; time += 1)
      await recordBills(db.pool, [bill(requestId, '0.2000004'), bill(requestId, '0.1000003')]);
    await recordBilledUnits(db.pool, billed);
    await book();
    expect(await costs()).toMatchObject([{ source: 'event', cost_micro_usd: 300_001 }]);
    expect(await listWithoutBill(db.pool, [requestId, 'new'])).toEqual(['new']);
  });

  it('keeps a price only when it changes', async () => {
    expect(await addProviderPrices(db.pool, usdPrice('0.4'))).toEqual([endpoint]);
    expect(await addProviderPrices(db.pool, usdPrice('0.40'))).toEqual([]);
    expect(await addProviderPrices(db.pool, usdPrice('0.44'))).toEqual([endpoint]);
  });

  it('of a refusal is a claim when it was billed, and so is one of a request that is unknown', async () => {
    const refused = await end({ userId: await createUser(db, 300), status: 'failed' });
    await book();
    expect(await listClaims(db.pool, new Date(0), 10)).toEqual([]);
    const unknown = await recordBills(db.pool, [bill(toRequestId(refused), '0.4'), bill('unknown', '0.5')]);
    expect(unknown).toEqual(['unknown']);
    const claims = await listClaims(db.pool, new Date(0), 10);
    expect(
      claims.map(({ request_id, reason, cost_micro_usd }) => [request_id, reason, cost_micro_usd]),
    ).toEqual(
      expect.arrayContaining([
        ['unknown', 'unknown', 500_000],
        [toRequestId(refused), 'provider_rejected', 400_000],
      ]),
    );
    expect(await listWorstMargins(db.pool, new Date(0), 10)).toMatchObject([
      { generation_id: refused.id, cost_micro_usd: 400_000, earned_micro_usd: 0 },
    ]);
  });

  it('gets its generation when the id of its request becomes known after the bill', async () => {
    const row = await end({ userId: await createUser(db, 300), status: 'failed' });
    await book();
    await recordBills(db.pool, [bill('late', '0.4')]);
    await db.asOwner(
      `insert into provider_submission (generation_id, attempt, token_hash, state, provider_request_id)
       values ($1, 2, '', 'orphan', 'late')`,
      [row.id],
    );
    await adoptUnknownCosts(db.pool);
    await book();
    const claims = await listClaims(db.pool, new Date(0), 10);
    expect(claims).toMatchObject([{ request_id: 'late', generation_id: row.id, kind: 'text-to-video' }]);
  });

  it('is asked for at most once an hour, and its payload is deleted once it was delivered', async () => {
    const userId = await createUser(db, 600);
    const kept = await end({ userId });
    const refused = await end({ userId, status: 'failed' });
    await book();
    await db.asOwner(`update provider_cost set finished_at = now() - interval '5 minutes'`);
    const claimed = await claimUnbilled(db.pool, 10);
    expect(claimed.toSorted()).toEqual([toRequestId(kept), toRequestId(refused)].toSorted());
    expect(await claimUnbilled(db.pool, 10)).toEqual([]);
    expect(await listStoredPayloads(db.pool, 10)).toEqual([toRequestId(kept)]);
  });
});

/** Results that cost this much, where 0.6 dollars are allowed. */
async function deliver(count: number, costTotal: string): Promise<void> {
  const userId = await createUser(db, 300 * count);
  const rows: GenerationRow[] = [];
  for (let index = 0; index < count; index += 1) rows.push(await end({ userId }));
  await book();
  await recordBills(
    db.pool,
    rows.map((row) => bill(toRequestId(row), costTotal)),
  );
}

const codes = async () => (await listCostFindings(db.pool)).map(({ code, subject }) => [code, subject]);

describe('findings about costs', () => {
  it('name a kind whose price rose by a tenth, within 20 results and until it fell again', async () => {
    await deliver(20, '0.6');
    expect(await judgeCosts(db.pool, kinds)).toEqual([]);
    await db.asOwner(`update provider_cost set finished_at = finished_at - interval '2 hours'`);
    await deliver(20, '0.66');
    const found = { code: 'under_rule', subject: 'text-to-video', is_new: true };
    expect(await judgeCosts(db.pool, kinds)).toEqual([found]);
    expect(await judgeCosts(db.pool, kinds)).toEqual([{ ...found, is_new: false }]);
    await db.asOwner(`update provider_cost set cost_micro_usd = 600000`);
    await judgeCosts(db.pool, kinds);
    expect(await codes()).toEqual([]);
  });

  it('are written once by several processes', async () => {
    await deliver(1, '0.66');
    await Promise.all(Array.from({ length: 8 }, () => judgeCosts(db.pool, kinds)));
    expect(await codes()).toEqual([['under_rule', 'text-to-video']]);
    await db.asOwner('update provider_cost set cost_micro_usd = 600000');
    await Promise.all(Array.from({ length: 8 }, () => judgeCosts(db.pool, kinds)));
    expect(await codes()).toEqual([]);
  });

  it('name it within an hour when there are fewer results', async () => {
    await deliver(20, '0.6');
    await db.asOwner(`update provider_cost set finished_at = finished_at - interval '2 hours'`);
    await deliver(1, '0.66');
    await judgeCosts(db.pool, kinds);
    expect(await codes()).toEqual([['under_rule', 'text-to-video']]);
  });

  it('name an endpoint whose price was raised, and none whose price fell', async () => {
    await addProviderPrices(db.pool, [
      ...usdPrice('0.4'),
      { endpoint: 'b', unit: 'image', unitPrice: '1', currency: 'USD' },
    ]);
    await addProviderPrices(db.pool, [
      ...usdPrice('0.44'),
      { endpoint: 'b', unit: 'image', unitPrice: '0.9', currency: 'USD' },
    ]);
    await judgeCosts(db.pool, kinds);
    expect(await listCostFindings(db.pool)).toMatchObject([
      { code: 'price_raised', subject: endpoint, details: { unit: 'video', from: '0.4', to: '0.44' } },
    ]);
  });

  it('count one bill too many and one too few', async () => {
    const userId = await createUser(db, 600);
    const [billed] = [await end({ userId }), await end({ userId })];
    await book();
    await recordBills(db.pool, [
      bill(toRequestId(billed as GenerationRow), '0.4'),
      bill('unknown', '0.5', { at: new Date(Date.now() - 3_600_000) }),
    ]);
    await db.asOwner(
      `update provider_cost set finished_at = now() - interval '3 hours' where generation_id is not null`,
    );
    await claimUnbilled(db.pool, 10);
    await judgeCosts(db.pool, kinds);
    expect(await listCostFindings(db.pool)).toMatchObject([
      { code: 'missing_bill', details: { requests: 1, cost_micro_usd: 400_000 } },
      { code: 'unknown_bill', details: { requests: 1, cost_micro_usd: 500_000 } },
    ]);
  });

  it('warn of a balance that ends within two days at the pace of the last one', async () => {
    await deliver(2, '1.5');
    await addProviderBalance(db.pool, '6.1');
    await judgeCosts(db.pool, kinds);
    expect(await codes()).not.toContainEqual(['balance_low', '']);
    await addProviderBalance(db.pool, '3');
    await judgeCosts(db.pool, kinds);
    expect(await codes()).toContainEqual(['balance_low', '']);
    expect(await forecastBalance(db.pool)).toMatchObject({ balance_micro_usd: 3_000_000, hours: 24 });
  });
});
