import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { buy, createUser, reserve } from '../../testing/samples.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { ledgerCsvHeader, parseLedgerCsv, toLedgerCsvLine } from './ledger-csv.ts';
import { readLedger } from './ledger-export.ts';
import type { HashedEntry } from './ledger-line-text.ts';
import { moveCredits } from './move-credits.ts';
import { verifyLedgerEntries } from './verify-ledger-entries.ts';

const db = await openTestDb();
afterAll(() => db.drop());

/** Damage that only the owner could do with the trigger off, taken back after the test. */
const repairs: string[] = [];
const unlocked = (statement: string) =>
  `alter table ledger_entry disable trigger ledger_is_append_only; ${statement};
   alter table ledger_entry enable trigger ledger_is_append_only`;
afterEach(async () => {
  for (const repair of repairs.splice(0)) await db.asOwner(repair);
  expect(await db.ledgerProblems()).toEqual([]);
});

async function damage(statement: string, repair: string): Promise<string[]> {
  repairs.push(unlocked(repair));
  await db.asOwner(unlocked(statement));
  return (await db.ledgerProblems()).map(({ check, subject }) => `${check}: ${subject}`);
}

async function toExport(userId: string): Promise<HashedEntry[]> {
  const entries: HashedEntry[] = [];
  for await (const batch of readLedger(db, { userId })) entries.push(...batch);
  return entries;
}

/** Bought, two held, one charged in part, one given back, and one taken by an operator with a difficult reason. */
async function createHistory() {
  const userId = await createUser(db, 1_000);
  const [one, two] = [await reserve(db, userId), await reserve(db, userId)];
  const ending = { generationId: one.id, status: 'partial' as const, chargeCredits: 200, error: null };
  await markGenerationEnded(db.pool, ending);
  await markGenerationEnded(db.pool, {
    ...ending,
    generationId: two.id,
    status: 'cancelled',
    chargeCredits: 0,
  });
  await moveCredits(db.kysely, {
    userId,
    kind: 'adjustment',
    credits: -7,
    entryKey: `test:${userId}`,
    reason: 'a "reason", 漢字,\nand\ttwo \\ lines \u{1f600}',
    actor: `operator:${userId}`,
  });
  return { userId, entries: await toExport(userId) };
}

describe('the chain', () => {
  it('links every entry of an account to the one before it', async () => {
    const { entries } = await createHistory();
    expect(entries.map(({ kind }) => kind)).toEqual([
      'purchase',
      'reserve',
      'reserve',
      'settle',
      'release',
      'release',
      'adjustment',
    ]);
    expect(entries[0]?.prev_hash).toBe('00'.repeat(32));
    for (const [index, entry] of entries.slice(1).entries())
      expect(entry.prev_hash).toBe(entries[index]?.hash);
    expect(verifyLedgerEntries(entries, { isWhole: true, head: entries.at(-1)?.hash })).toMatchObject({
      entries: 7,
      problems: [],
    });
  });

  it('is made by the database, whatever the writer says', async () => {
    const userId = await createUser(db, 10);
    const forged = Buffer.alloc(32, 1);
    await db.pool.query(
      `with account as (update credit_account set available = available + 5 where user_id = $1 returning *)
       insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key, hash,
                                 prev_hash)
       select $1, 'grant', 5, 0, available, held, $2, $3, $3 from account`,
      [userId, `forged:${userId}`, forged],
    );
    expect(verifyLedgerEntries(await toExport(userId), { isWhole: true }).problems).toEqual([]);
  });

  it('holds when many movements of one account come together', async () => {
    const userId = await createUser(db, 100_000);
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 3 ? reserve(db, userId) : buy(db, userId, 10))),
    );
    expect(verifyLedgerEntries(await toExport(userId), { isWhole: true })).toMatchObject({
      entries: 61,
      problems: [],
    });
  });
});

describe('verifying', () => {
  it.each([
    ['reason', `reason = 'changed'`, 'reason = null'],
    ['amount', 'd_available = d_available + 1', 'd_available = d_available - 1'],
    [
      'moment',
      `created_at = created_at + interval '1 microsecond'`,
      `created_at = created_at - interval '1 microsecond'`,
    ],
    ['actor', `actor = 'nobody'`, `actor = 'system'`],
  ])('finds an entry with another %s, and says which', async (_what, change, repair) => {
    const { userId, entries } = await createHistory();
    const id = entries[0]?.id;
    const found = await damage(
      `update ledger_entry set ${change} where id = ${id}`,
      `update ledger_entry set ${repair} where id = ${id}`,
    );
    expect(found).toContain(`content fits its hash: entry ${id} of ${userId}`);
  });

  it('finds an entry that was rewritten together with its hash', async () => {
    const { userId, entries } = await createHistory();
    const [first, second] = entries;
    const rehash = `update ledger_entry e set hash = ledger_entry_hash(e) where id = ${first?.id}`;
    const found = await damage(
      `update ledger_entry set actor = 'nobody' where id = ${first?.id}; ${rehash}`,
      `update ledger_entry set actor = 'system' where id = ${first?.id}; ${rehash}`,
    );
    expect(found).toEqual([`follows the entry before it: entry ${second?.id} of ${userId}`]);
  });

  it('finds an entry that was taken away', async () => {
    const { userId, entries } = await createHistory();
    const [, second, third] = entries;
    const found = await damage(
      `create table taken as select * from ledger_entry where id = ${second?.id};
       delete from ledger_entry where id = ${second?.id}`,
      // Restores its own id and hash, so without the triggers that would make new ones.
      `alter table ledger_entry disable trigger ledger_is_chained;
       insert into ledger_entry overriding system value select * from taken; drop table taken;
       alter table ledger_entry enable trigger ledger_is_chained`,
    );
    expect(found).toContain(`follows the entry before it: entry ${third?.id} of ${userId}`);
    expect(found).toContain(`leaves the balance before plus itself: entry ${third?.id} of ${userId}`);
  });
});

describe('an export', () => {
  const toCsv = (entries: HashedEntry[]) => [ledgerCsvHeader, ...entries.map(toLedgerCsvLine)].join('\r\n');

  it('reads back as it was written and proves itself without a database', async () => {
    const { entries } = await createHistory();
    const read = parseLedgerCsv(`${toCsv(entries)}\r\n`);
    expect(read.slice(0, -1)).toEqual(entries.slice(0, -1));
    expect(verifyLedgerEntries(read, { isWhole: true })).toMatchObject({ hidden: 1, problems: [] });
  });

  it('hides which operator made an entry, and proves its place and its balance all the same', async () => {
    const { userId, entries } = await createHistory();
    expect(entries.at(-1)?.actor).toBe(`operator:${userId}`);
    const read = parseLedgerCsv(toCsv(entries));
    expect(read.at(-1)).toEqual({ ...entries.at(-1), actor: 'operator' });
    const changed = read.with(-1, { ...(read.at(-1) as HashedEntry), available_after: 1 });
    expect(verifyLedgerEntries(changed, { isWhole: true }).problems).toEqual([
      expect.stringContaining('the balance after it'),
    ]);
    const detached = read.with(-1, { ...(read.at(-1) as HashedEntry), prev_hash: '11'.repeat(32) });
    expect(verifyLedgerEntries(detached, { isWhole: true }).problems).toEqual([
      expect.stringContaining('does not follow'),
    ]);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', "'=1", "''-1", "'quoted'", "it's"])(
    'keeps %j from being a formula in a spreadsheet, and reads it back',
    async (reason) => {
      const [entry] = (await createHistory()).entries;
      const written = toCsv([{ ...(entry as HashedEntry), reason }]);
      expect(written).not.toMatch(/(^|,)"?[=+@\t]/m);
      expect(written).not.toMatch(/(^|,)"?-(?!\d+,)/m);
      expect(parseLedgerCsv(written)[0]?.reason).toBe(reason);
    },
  );

  it('says where it was changed, cut or put together from two accounts', async () => {
    const { entries } = await createHistory();
    const other = await createHistory();
    const listProblems = (changed: HashedEntry[], more: object = {}) =>
      verifyLedgerEntries(parseLedgerCsv(toCsv(changed)), { isWhole: true, ...more }).problems;
    const changed = entries.map((entry, index) => (index === 4 ? { ...entry, d_available: 5_000 } : entry));
    expect(listProblems(changed)[0]).toContain(`entry ${entries[4]?.id} (release, `);
    const gap = entries.filter((_entry, index) => index !== 3);
    expect(listProblems(gap)).toEqual([
      expect.stringContaining(`entry ${entries[4]?.id} (release, `) &&
        expect.stringContaining('does not follow'),
    ]);
    expect(verifyLedgerEntries(gap, { isWhole: false }).problems).toEqual([]);
    const cut = entries.slice(0, -1);
    expect(listProblems(cut)).toEqual([]);
    expect(listProblems(cut, { head: entries.at(-1)?.hash })).toEqual([expect.stringContaining('the end')]);
    expect(listProblems([...entries, ...other.entries]).join()).toContain('belongs to another account');
  });

  it.each(['', 'id,kind\r\n1,grant', `${ledgerCsvHeader}\r\n1,2`, `${ledgerCsvHeader}\r\n"x`])(
    'is refused when it is none: %j',
    (text) => {
      expect(() => parseLedgerCsv(text)).toThrow();
    },
  );
});
