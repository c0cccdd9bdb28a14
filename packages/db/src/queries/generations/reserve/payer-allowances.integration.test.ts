import { afterAll, afterEach, expect, it } from 'vitest';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { createKey, createUser, reserve } from '../../../testing/samples.ts';
import { saveKindClosure } from '../../kind-closures/kind-closures.ts';
import { createPayerAllowanceFinder, findAllowance } from './explain-refusal.ts';

const db = await openTestDb();
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const limits = { maxRunning: 2, maxWaiting: 3 };

it('allowances of many payers in one statement are those of each alone, with the closed kinds', async () => {
  const payers: { userId: string; apiKeyId: string | null }[] = [];
  for (const credits of [0, 500, 5_000]) {
    const userId = await createUser(db, credits);
    payers.push({ userId, apiKeyId: null });
    for (const budgets of [{}, { totalBudget: 700 }, { dailyBudget: 400 }, { totalBudget: 0 }])
      payers.push({ userId, apiKeyId: await createKey(db, userId, budgets) });
    if (credits > 0) await reserve(db, userId, { apiKeyId: payers.at(-3)?.apiKeyId ?? null });
  }
  await db.asOwner(`update credit_account set daily_cap = 1000 where available > 4000`);
  const operatorId = await createUser(db);
  const closing = { successor: null, note: null, operatorId };
  await saveKindClosure(db.pool, { ...closing, kind: 'vace', isClosed: true, leaves_at: null });
  // Announced, and still open.
  await saveKindClosure(db.pool, { ...closing, kind: 'music', isClosed: false, leaves_at: '2030-01-01' });
  const find = createPayerAllowanceFinder(db.pool, limits);
  const [first] = payers as [(typeof payers)[0]];
  // The first goes alone; the others and a repetition share the next statement.
  const found = await Promise.all([...payers, first].map(find));
  const alone = await Promise.all(
    [...payers, first].map((payer) => findAllowance(db.pool, { ...payer, ...limits })),
  );
  expect(found).toMatchObject(alone.map((allowance) => ({ ...allowance, closed_kinds: ['vace'] })));
  expect(new Set(found.map(({ credits }) => credits))).toEqual(new Set([0, 200, 400, 700]));
});

it('an allowance is read after what came before it', async () => {
  const userId = await createUser(db, 1_000);
  const find = createPayerAllowanceFinder(db.pool, limits);
  expect(await find({ userId })).toMatchObject({ available: 1_000, credits: 1_000, places: 5 });
  await reserve(db, userId);
  expect(await find({ userId })).toMatchObject({ available: 700, credits: 700, places: 4 });
});
