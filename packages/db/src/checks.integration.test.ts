import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from './testing/open-test-db.ts';
import { createUser, reserve } from './testing/samples.ts';

const db = await openTestDb();
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const checkFailed = (constraint: string | RegExp) => ({
  code: '23514',
  constraint: expect.stringMatching(constraint),
});

describe('the account', () => {
  it.each(['available', 'held', 'running', 'waiting'])('is never below zero: %s', async (column) => {
    const userId = await createUser(db, 100);
    const update = db.asOwner(`update credit_account set ${column} = -1 where user_id = $1`, [userId]);
    await expect(update).rejects.toMatchObject(checkFailed(column));
  });
});

describe('a ledger entry', () => {
  it.each([
    ['grant', -5, 0],
    ['grant', 5, 5],
    ['purchase', 0, 0],
    ['refund', 5, -5],
    ['reserve', 5, -5],
    ['reserve', -5, 4],
    ['release', 5, -4],
    ['release', -5, 5],
    ['settle', 5, -5],
    ['settle', 0, 5],
    ['adjustment', 5, 5],
    ['gift', 5, 0],
  ])('of kind %s does not move %i and %i', async (kind, available, held) => {
    const userId = await createUser(db);
    const insert = db.asOwner(
      `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key)
       values ($1, $2, $3, $4, 0, 0, 'x')`,
      [userId, kind, available, held],
    );
    await expect(insert).rejects.toMatchObject(checkFailed('movement_fits_kind'));
  });

  it('stands once under its key', async () => {
    const row = await reserve(db, await createUser(db, 300));
    const again = db.asOwner(
      `insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key)
       select user_id, kind, d_available, d_held, available_after, held_after, entry_key
         from ledger_entry where entry_key = $1`,
      [`reserve:${row.id}`],
    );
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'ledger_entry_entry_key_key' });
  });
});

describe('a generation', () => {
  it.each([
    ["status = 'completed', finished_at = now()", 'money_is_whole'],
    ["status = 'completed', settled = cost", 'money_is_whole'],
    ["status = 'failed', finished_at = now(), settled = 1, released = 1", 'money_is_whole'],
    ['settled = 1', 'money_is_whole'],
    ["status = 'failed', finished_at = now(), settled = -1, released = cost + 1", 'settled'],
    ['cost = 0', 'cost'],
    ['percent = 100', 'percent'],
    ["status = 'generating'", 'status'],
    ["stage = 'painting'", 'stage'],
    ["stage = 'waiting'", 'waiting_has_place'],
    ["status = 'waiting', stage = 'waiting'", 'waiting_has_place'],
    ['line_place = 1', 'waiting_has_place'],
    ['stop_after = true', 'waiting_has_place'],
    ["submit_state = 'lost'", 'submit_state'],
  ])('is never left with %s', async (change, constraint) => {
    const row = await reserve(db, await createUser(db, 300));
    const update = db.asOwner(`update generation set ${change} where id = $1`, [row.id]);
    await expect(update).rejects.toMatchObject(checkFailed(constraint));
  });
});
