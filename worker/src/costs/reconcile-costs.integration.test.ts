import { findKind } from '@atelier/catalog';
import { getProvider } from '@atelier/catalog/server';
import {
  deletesPayloads,
  forecastBalance,
  type GenerationRow,
  listClaims,
  listCostFindings,
} from '@atelier/db';
import type { Platform } from '@atelier/fal';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { endByPolling, order, send, waitForEnd } from '../testing/make.ts';
import { openTestWorker } from '../testing/open-test-worker.ts';
import { bookCosts } from './book-costs.ts';
import { reconcileCosts } from './reconcile-costs.ts';

const worker = await openTestWorker({ env: { FAL_BILLING_KEY: 'admin-test' } });
afterAll(() => worker.close());
const { deps, emulator } = worker;
await worker.startJobs();

const kind = 'qwen-image-2';
const endpoint = getProvider(findKind(kind) ?? expect.fail()).endpoint;

beforeEach(async () => {
  emulator.control.reset();
  const tables = [
    'provider_cost',
    'generation_earning',
    'provider_price',
    'provider_balance',
    'cost_finding',
  ];
  for (const table of tables) await deps.db.pool.query(`delete from ${table}`);
  await deps.db.pool.query(
    'update cost_mark set booked_to = now(), listed_to = now(), prices_read_at = null, payloads_deleted_at = null',
  );
});

async function make(prompt = 'A poster'): Promise<GenerationRow> {
  const ordered = await order(deps, { kind, prompt });
  await send(deps, ordered);
  return waitForEnd(deps, ordered, 100_000);
}

async function makeMany(count: number): Promise<GenerationRow[]> {
  return Promise.all(Array.from({ length: count }, () => make()));
}

const book = () => bookCosts(deps, { lagSeconds: 0 });
const reconcile = () => reconcileCosts(deps);
const age = (minutes: number) =>
  deps.db.pool.query(`update provider_cost set finished_at = finished_at - make_interval(mins => $1)`, [
    minutes,
  ]);

async function readCosts() {
  const { rows } = await deps.db.pool.query<{ source: string; cost_micro_usd: number; units: string | null }>(
    'select source, cost_micro_usd, units, rule_micro_usd from provider_cost order by finished_at, request_id',
  );
  return rows;
}

const findings = async () =>
  (await listCostFindings(deps.db.pool)).map(({ code, subject }) => [code, subject]).toSorted();

describe('costs', () => {
  it('of a webhook are estimated until fal has billed them, and then what fal billed after discounts', async () => {
    emulator.control.bills.setDiscount(0.1);
    await make();
    await book();
    expect(await readCosts()).toEqual([
      { source: 'rule', cost_micro_usd: 35_000, units: null, rule_micro_usd: 35_000 },
    ]);
    await reconcile();
    expect(await readCosts()).toMatchObject([{ source: 'event', cost_micro_usd: 31_500, units: '1' }]);
  });

  it('of a result that is fetched are its units at the price of that day', async () => {
    await reconcile();
    const ordered = await order(deps, { kind, prompt: 'A poster [silent]' });
    await send(deps, ordered);
    await endByPolling(deps, ordered);
    await book();
    expect(await readCosts()).toMatchObject([{ source: 'header', cost_micro_usd: 35_000, units: '1' }]);
  });

  it('of refusals are known once they are billed, and can be claimed', async () => {
    const refused = await make('A poster [fail]');
    await book();
    expect(await readCosts()).toMatchObject([{ source: 'rule', cost_micro_usd: 0 }]);
    await reconcile();
    expect(await listClaims(deps.db.pool, new Date(0), 10)).toMatchObject([
      { generation_id: refused.id, source: 'event', cost_micro_usd: 35_000, reason: 'provider_rejected' },
    ]);
  });
});

describe('the comparison with fal', () => {
  it('finds a price that rose by a tenth within 20 results', { tags: 'load', timeout: 240_000 }, async () => {
    await reconcile();
    await makeMany(20);
    await book();
    await reconcile();
    expect(await findings()).toEqual([]);
    await age(120);
    emulator.control.bills.raisePrice({ endpointId: endpoint, factor: 1.1 });
    await makeMany(20);
    await book();
    await reconcile();
    expect(await findings()).toEqual([['under_rule', kind]]);
    await deps.db.pool.query('update cost_mark set prices_read_at = null');
    await reconcile();
    expect(await findings()).toEqual([
      ['price_raised', endpoint],
      ['under_rule', kind],
    ]);
  });

  it('finds a bill that is missing and one of a request that is unknown', { tags: 'each-rule' }, async () => {
    const [first, second] = await makeMany(2);
    emulator.control.bills.dropBill(first?.provider_request_id ?? expect.fail());
    emulator.control.bills.addBill({ requestId: 'unknown', endpointId: endpoint, units: 2 });
    await book();
    await age(30);
    await reconcile();
    await age(180);
    await book();
    expect(await findings()).toEqual([
      ['missing_bill', ''],
      ['unknown_bill', ''],
    ]);
    const claims = await listClaims(deps.db.pool, new Date(0), 10);
    expect(claims).toMatchObject([{ request_id: 'unknown', reason: 'unknown', cost_micro_usd: 70_000 }]);
    expect(second?.status).toBe('completed');
  });

  it('reads the balance and how long it lasts', async () => {
    await make();
    emulator.control.bills.setBalance(0.035);
    await reconcile();
    expect(await forecastBalance(deps.db.pool)).toMatchObject({
      balance_micro_usd: 35_000,
      day_micro_usd: 35_000,
      hours: 24,
    });
    expect(await findings()).toEqual([['balance_low', '']]);
  });

  it('deletes what fal stores of delivered results alone, if that is set and the key allows it', async () => {
    const delivered = await make();
    await make('A poster [fail]');
    await book();
    await age(5);
    await reconcileCosts({ ...deps, settings: { deletesPayloads: false } });
    expect(emulator.control.deletedPayloads()).toEqual([]);
    await reconcile();
    await reconcile();
    expect(emulator.control.deletedPayloads()).toEqual([delivered.provider_request_id]);
  });

  it('say that payloads are deleted from the first deletion on, until some stay or the worker stops', async () => {
    const says = () => deletesPayloads(deps.db.pool);
    await reconcile();
    expect(await says()).toBe(false);
    await make();
    await book();
    await age(5);
    await reconcileCosts({ ...deps, settings: { deletesPayloads: false } });
    expect(await says()).toBe(false);
    await reconcile();
    expect(await says()).toBe(true);

    const stop = () =>
      deps.db.pool.query(
        `update cost_mark set payloads_deleted_at = payloads_deleted_at - interval '4 hours'`,
      );
    await stop();
    expect(await says()).toBe(false);
    await reconcile();
    expect(await says()).toBe(true);

    await stop();
    await make();
    await book();
    await age(5);
    await reconcileCosts({
      ...deps,
      platform: { ...deps.platform, deletePayloads: async () => 'forbidden' } as Platform,
    });
    expect(await says()).toBe(false);
  });

  it('goes on with the other parts when one is not answered, and asks for nothing without a key', async () => {
    emulator.control.injectFault({ operation: 'platform', times: 1, status: 500 });
    await reconcile();
    const { rows } = await deps.db.pool.query('select from provider_balance');
    expect(rows).toHaveLength(1);
    const before = emulator.control.counts().platform;
    await reconcileCosts({ ...deps, platform: undefined });
    expect(emulator.control.counts().platform).toBe(before);
  });
});
