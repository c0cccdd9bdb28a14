import { getKind, type KindInput } from '@atelier/catalog';
import { estimateCost, getProvider } from '@atelier/catalog/server';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { openTestDb, type TestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { createUser } from '../../testing/samples.ts';
import { bookEnds } from './book-ends.ts';
import { type MarginGroup, readMargins } from './margins.ts';
import { addProviderPrices, listUnpricedCosts, priceCosts } from './price-costs.ts';
import { type Bill, recordBills } from './record-bills.ts';

const hours = 11;
const startMs = Date.now() - (hours + 1) * 3_600_000;
const kinds = ['kling-v3-pro-text-to-video', 'flux-2', 'flux-schnell'] as const;
const packs = [
  { pack: 'starter', credits: 1_000, amount: 500, currency: 'usd' },
  { pack: 'standard', credits: 5_000, amount: 2_200, currency: 'usd' },
  { pack: 'studio', credits: 20_000, amount: 8_000, currency: 'usd' },
  { pack: null, credits: 777, amount: 333, currency: 'usd' },
  { pack: 'studio', credits: 20_000, amount: 7_500, currency: 'eur' },
];
const inputs: Record<(typeof kinds)[number], KindInput> = {
  'kling-v3-pro-text-to-video': { prompt: 'x', duration: 5, generate_audio: true },
  'flux-2': { prompt: 'x', num_images: 4 },
  'flux-schnell': { prompt: 'x' },
};
const costs: Record<(typeof kinds)[number], number> = {
  'kling-v3-pro-text-to-video': 420,
  'flux-2': 40,
  'flux-schnell': 8,
};

type Rows = Record<string, unknown>[];

/** Triggers and keys are off: neither the ledger's hashes nor balances are tested here. */
async function insert(db: TestDb, table: string, rows: Rows, overriding = ''): Promise<void> {
  await db.asOwner(`alter table ${table} disable trigger all`);
  for (let from = 0; from < rows.length; from += 20_000) {
    const some = rows.slice(from, from + 20_000);
    const columns = Object.keys(some[0] ?? {}).join(', ');
    await db.asOwner(
      `insert into ${table} (${columns}) ${overriding}
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [JSON.stringify(some)],
    );
  }
}

const title = (total: number) =>
  `the margins of ${total} generations are the value of their credits without the bills, to the microdollar`;

it(title(5_000), () => proveSums(5_000));

it(title(100_000), { tags: 'load', timeout: 240_000 }, () => proveSums(100_000));

async function proveSums(total: number): Promise<void> {
  const db = await openTestDb();
  onTestFinished(() => db.drop());
  const { below: random } = createRandom(7);
  const users = await Promise.all(Array.from({ length: 40 }, () => createUser(db)));
  const ledger: Rows = [];
  const purchases: Rows = [];
  const generations: Rows = [];
  const submissions: Rows = [];
  const bills: Bill[] = [];
  const units: { requestId: string; units: string }[] = [];
  let entryId = 1;
  let earned = 0n;
  let billed = 0n;
  const lastPurchase = new Map<string, (typeof packs)[number]>();
  const entry = (userId: string, kind: string, at: Date, values: object) =>
    ledger.push({
      id: entryId++,
      user_id: userId,
      kind,
      d_available: 0,
      d_held: 0,
      available_after: 0,
      held_after: 0,
      entry_key: `e${entryId}`,
      actor: 'system',
      created_at: at,
      generation_id: null,
      purchase_id: null,
      prev_hash: '\\x00',
      hash: '\\x00',
      ...values,
    });
  const request = (id: string, attempt: number, requestId: string) =>
    submissions.push({
      generation_id: id,
      attempt,
      token_hash: '\\x00',
      state: 'sent',
      provider_request_id: requestId,
      started_at: new Date(startMs),
    });

  for (let index = 0; index < total; index += 1) {
    const at = new Date(startMs + Math.floor((index / total) * hours * 3_600_000) + 1);
    const userId = users[random(users.length)] as string;
    if (random(400) === 0) {
      const bought = packs[random(packs.length)] as (typeof packs)[number];
      const id = uuidv7();
      purchases.push({
        id,
        user_id: userId,
        provider: 'test',
        payment_id: id,
        pack: bought.pack,
        credits: bought.credits,
        amount_minor: bought.amount,
        currency: bought.currency,
        status: 'paid',
        created_at: at,
        refunded_minor: 0,
        taken: 0,
        owed: 0,
      });
      entry(userId, 'purchase', at, { d_available: bought.credits, purchase_id: id });
      lastPurchase.set(userId, bought);
    }
    const kind = kinds[random(kinds.length)] as (typeof kinds)[number];
    const cost = costs[kind];
    const id = uuidv7();
    const requestId = `r${index}`;
    const ending = random(10);
    const isDelivered = ending < 7;
    const status = isDelivered
      ? kind === 'flux-2' && ending < 2
        ? 'partial'
        : 'completed'
      : ending < 9
        ? 'failed'
        : 'cancelled';
    const settled = status === 'partial' ? Math.floor((cost * (1 + random(3))) / 4) : isDelivered ? cost : 0;
    const error_code = status === 'failed' ? (random(2) ? 'provider_rejected' : 'timeout') : null;
    generations.push({
      id,
      user_id: userId,
      kind,
      status,
      settled,
      released: cost - settled,
      cost,
      error_code,
      finished_at: at,
      input: inputs[kind],
      requestId,
    });
    const before = lastPurchase.get(userId);
    entry(userId, settled > 0 ? 'settle' : 'release', at, {
      d_held: -1,
      d_available: settled > 0 ? 0 : 1,
      generation_id: id,
    });
    let kept = settled;
    if (settled > 0 && random(30) === 0) {
      // Some refunds come in a later window than the end, and some after another purchase.
      const refundedAt = new Date(
        Math.min(at.getTime() + random(9) * 3_600_000, startMs + hours * 3_600_000),
      );
      entry(userId, 'refund', refundedAt, { d_available: settled, generation_id: id });
      kept = 0;
    }
    if (before?.currency === 'usd')
      earned += (BigInt(kept) * BigInt(before.amount) * 10_000n) / BigInt(before.credits);
    // Sometimes an earlier attempt was accepted as well, or nothing was.
    const attempts = random(25) === 0 ? [`${requestId}-first`, requestId] : [requestId];
    for (const [attempt, each] of attempts.entries()) {
      request(id, attempt + 1, each);
      const { endpoint, price } = getProvider(getKind(kind));
      const isLast = each === requestId;
      const way = random(3);
      if (way === 0) {
        // A bill of up to two lines, with a discount, also of refusals (422), cancelled and superseded requests.
        const lines = 1 + random(2);
        let nano = 0;
        for (let line = 0; line < lines; line += 1) {
          const cents = random(900_000_000);
          nano += cents;
          bills.push({
            requestId: each,
            endpoint,
            at,
            units: `${1 + random(9)}.5`,
            unitPrice: '0.0121',
            costTotal: (cents / 1e9).toFixed(9),
          });
        }
        billed += BigInt(Math.floor((nano + 500) / 1_000));
      } else if (way === 1 && isLast) {
        const thousandths = random(20_000);
        units.push({ requestId: each, units: (thousandths / 1_000).toFixed(3) });
        // Costs $0.0123 a unit.
        billed += (BigInt(thousandths) * 123n + 5n) / 10n;
      } else if (isDelivered && isLast) {
        billed += BigInt(estimateCost(price, inputs[kind], cost).estimateMicroUsd);
      }
    }
  }
  for (let index = 0; index < 25; index += 1) {
    const at = new Date(startMs + random(hours) * 3_600_000 + 1);
    bills.push({
      requestId: `unknown-${index}`,
      endpoint: 'fal-ai/flux-2',
      at,
      units: '1',
      unitPrice: '0.012',
      costTotal: '0.012',
    });
    billed += 12_000n;
  }

  await insert(db, 'purchase', purchases);
  await insert(db, 'generation', generations.map(toGeneration));
  await insert(db, 'ledger_entry', ledger, 'overriding system value');
  await insert(db, 'provider_submission', submissions);
  await db.asOwner('analyze');
  const endpoints = [...new Set(kinds.map((kind) => getProvider(getKind(kind)).endpoint))];
  await addProviderPrices(
    db.pool,
    endpoints.map((endpoint) => ({ endpoint, unit: 'x', unitPrice: '0.0123', currency: 'USD' })),
  );
  await db.asOwner(`update cost_mark set booked_to = $1`, [new Date(startMs)]);

  // Bills may come before and after the end of their generation is booked.
  const early = bills.slice(0, 15_000);
  const unknown: string[] = [];
  const ids = new Set(early.map(({ requestId }) => requestId));
  const isEarly = (bill: Bill) => ids.has(bill.requestId);
  unknown.push(...(await recordBills(db.pool, bills.filter(isEarly))));
  let bookedTo: Date | undefined;
  do bookedTo = await bookEnds(db.pool, kinds, 0);
  while (bookedTo && bookedTo.getTime() < startMs + hours * 3_600_000);
  const late = bills.filter((bill) => !isEarly(bill));
  for (let round = 0; round < 2; round += 1) unknown.push(...(await recordBills(db.pool, late)));
  expect(new Set(unknown).size).toBe(25);
  await db.pool.query(
    `update provider_cost c set units = u.units::numeric from json_to_recordset($1::json) as u ("requestId" text, units text)
      where c.request_id = u."requestId" and c.source = 'rule'`,
    [JSON.stringify(units)],
  );
  for (;;) {
    const rows = await listUnpricedCosts(db.pool, 10_000);
    if (rows.length === 0) break;
    await priceCosts(
      db.pool,
      rows.map((row) => {
        const estimate = estimateCost(getProvider(getKind(row.kind)).price, row.input, row.cost);
        return {
          requestId: row.request_id,
          estimateMicroUsd: row.is_delivered ? estimate.estimateMicroUsd : 0,
          ruleMicroUsd: estimate.ruleMicroUsd,
        };
      }),
    );
  }

  const groups = await readMargins(db.pool, new Date(startMs - 3_600_000), 1_000);
  expect(earned).toBeGreaterThan(0n);
  for (const by of ['all', 'kind', 'day', 'pack', 'user'] as const)
    expect([by, ...addUp(groups, by)]).toEqual([by, total, earned, billed, earned - billed]);
  expect(groups.filter(({ by }) => by === 'kind').map(({ name }) => name)).toContain(null);
  expect(new Set(groups.filter(({ by }) => by === 'pack').map(({ name }) => name))).toEqual(
    new Set(['starter', 'standard', 'studio', 'other', 'none', null]),
  );
}

const blank = {
  medium: 'video',
  prompt: 'x',
  model: 'x',
  stage: 'done',
  expected_seconds: 1,
  next_check_at: new Date(0),
  deadline_at: new Date(0),
};

function toGeneration({ requestId, ...row }: Record<string, unknown>): Record<string, unknown> {
  const kind = String(row.kind) as (typeof kinds)[number];
  const { finished_at: at } = row;
  return {
    ...blank,
    ...row,
    created_at: at,
    submitted_at: at,
    provider_request_id: requestId,
    provider_endpoint: getProvider(getKind(kind)).endpoint,
  };
}

function addUp(groups: readonly MarginGroup[], by: MarginGroup['by']) {
  const sum = (name: 'earned_micro_usd' | 'cost_micro_usd' | 'generations') =>
    groups.filter((group) => group.by === by).reduce((all, group) => all + BigInt(group[name]), 0n);
  const [all, paid] = [sum('earned_micro_usd'), sum('cost_micro_usd')];
  return [Number(sum('generations')), all, paid, all - paid];
}
