import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createKey, createUser, reserve } from '../../testing/samples.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { markTrashed } from '../trash/trash.ts';

const db = await openTestDb();
afterAll(() => db.drop());

/** Damage that only the owner could do, taken back after the test. */
const repairs: string[] = [];
afterEach(async () => {
  for (const repair of repairs.splice(0)) await db.asOwner(repair);
  expect(await db.ledgerProblems()).toEqual([]);
});

async function damage(statement: string, repair: string): Promise<string[]> {
  repairs.push(repair);
  await db.asOwner(statement);
  return (await db.ledgerProblems()).map(({ check, subject }) => `${check}: ${subject}`);
}

describe('findLedgerProblems', () => {
  it('finds a balance that does not equal its entries', async () => {
    const userId = await createUser(db, 100);
    const set = (sign: string) =>
      `update credit_account set available = available ${sign} 1 where user_id = '${userId}'`;
    expect(await damage(set('+'), set('-'))).toEqual([`balance equals the sum of its entries: ${userId}`]);
  });

  it('finds a hold without a running generation', async () => {
    const userId = await createUser(db, 100);
    const set = (sign: string) =>
      `update credit_account set running = running ${sign} 1 where user_id = '${userId}'`;
    expect(await damage(set('+'), set('-'))).toEqual([`held equals the cost of what runs: ${userId}`]);
  });

  it('finds a generation whose entries say something else', async () => {
    const userId = await createUser(db, 300);
    const { id } = await reserve(db, userId);
    await markGenerationEnded(db.pool, {
      generationId: id,
      status: 'completed',
      chargeCredits: 300,
      error: null,
    });
    const set = (settled: number) =>
      `update generation set settled = ${settled}, released = cost - ${settled} where id = '${id}'`;
    expect(await damage(set(200), set(300))).toEqual([`one reserve per generation, resolved once: ${id}`]);
  });

  it('finds an API key that has spent more or less than its generations cost', async () => {
    const userId = await createUser(db, 300);
    const apiKeyId = await createKey(db, userId);
    await reserve(db, userId, { apiKeyId });
    const set = (sign: string) => `update api_key set spent = spent ${sign} 1 where id = '${apiKeyId}'`;
    expect(await damage(set('-'), set('+'))).toEqual([`spent by a key equals its generations: ${apiKeyId}`]);
  });

  it('finds a count of generations that is wrong, of deleted ones too', async () => {
    const userId = await createUser(db, 600);
    await reserve(db, userId);
    const { id } = await reserve(db, userId);
    await markTrashed(db.pool, { userId, ids: [id], hasFilesDeleted: true });
    const set = (sign: string) =>
      `update credit_account set video_count = video_count ${sign} 1 where user_id = '${userId}'`;
    expect(await damage(set('+'), set('-'))).toEqual([`counts equal the generations: ${userId}`]);
  });

  it('finds a generation that was never paid for', async () => {
    const userId = await createUser(db, 300);
    const { id } = await reserve(db, userId);
    const off = 'alter table ledger_entry disable trigger ledger_is_append_only';
    const on = 'alter table ledger_entry enable trigger ledger_is_append_only';
    const rename = (kind: string) =>
      `${off}; update ledger_entry set kind = '${kind}', d_held = case '${kind}' when 'reserve' then 300 else 0 end where generation_id = '${id}'; ${on}`;
    const found = await damage(rename('adjustment'), rename('reserve'));
    expect(found).toContain(`one reserve per generation, resolved once: ${id}`);
  });
});
