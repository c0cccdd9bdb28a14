import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { watched } from '../../testing/random-reservations.ts';
import { createKey, createUser, newGeneration, reserve } from '../../testing/samples.ts';
import { endWaiting, listClosedLines } from '../generations/end/end-waiting.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import {
  createGenerationFinder,
  findGeneration,
  getOwnGeneration,
  listRunningGenerations,
} from '../generations/generations.ts';
import { reserveGeneration } from '../generations/reserve/reserve-generation.ts';
import { getBalance } from '../money/balance.ts';
import { lockAccount, unlockAccount } from '../users/account-state.ts';
import { listMovableLines, startWaiting } from './start-waiting.ts';

const db = await openTestDb(20);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const maxRunning = 2;

/** A user of whom `running` have started and `waiting` wait, oldest first. */
async function createLine(waiting: number, running = maxRunning) {
  const userId = await createUser(db, 1_000_000);
  const ids: string[] = [];
  for (let count = 0; count < running + waiting; count += 1)
    ids.push((await reserve(db, userId, { maxRunning: running })).id);
  return { userId, started: ids.slice(0, running), waiting: ids.slice(running) };
}

const end = (generationId: string) =>
  markGenerationEnded(db.pool, { generationId, status: 'completed', chargeCredits: 300, error: null });
const start = async (userId: string, limit = maxRunning) =>
  (await startWaiting(db.pool, { userId, maxRunning: limit })).map(({ id }) => id);
const readAccount = async (userId: string) =>
  (
    await db.asOwner('select running, waiting, is_line_paused from credit_account where user_id = $1', [
      userId,
    ])
  )[0];

describe('createGenerationFinder', () => {
  it('finds what many ask for at once in one statement, and its places in their lines in a second', async () => {
    const [first, second] = [await createLine(2), await createLine(1)];
    const ids = [...first.started, ...first.waiting, randomUUID(), ...second.waiting, first.waiting[1] ?? ''];
    const { on, names } = watched(db);
    const found = await Promise.all(ids.map(createGenerationFinder(on)));
    expect(names).toEqual(['find-generations', 'line-positions']);
    expect(found.map((row) => row && [row.id, row.queue_position])).toEqual(
      ids.map((id, index) => (index === 4 ? undefined : [id, [null, null, 0, 1, null, 0, 1][index]])),
    );
  });

  it('finds one alone by the statement of a single one', async () => {
    const { started } = await createLine(0);
    const { on, names } = watched(db);
    const find = createGenerationFinder(on);
    expect(await find(started[0] ?? '')).toEqual(await findGeneration(db.pool, started[0] ?? ''));
    expect(names).toEqual(['find-generation']);
  });
});

describe('startWaiting', () => {
  it('gives each free place to the first in the line, whose deadline begins then', async () => {
    const { userId, started, waiting } = await createLine(3);
    expect(await start(userId)).toEqual([]);
    await db.asOwner(
      `update generation set created_at = created_at - interval '2 hours',
                             deadline_at = deadline_at - interval '2 hours' where id = any($1)`,
      [waiting],
    );
    expect(await end(started[0] ?? '')).toMatchObject({ waiting: 3 });
    expect(await start(userId)).toEqual([waiting[0]]);
    const row = await findGeneration(db.pool, waiting[0] ?? '');
    expect(row).toMatchObject({ status: 'pending', stage: 'reserved', line_place: null, revision: 2 });
    const secondsLeft = (Number(row?.deadline_at) - Date.now()) / 1_000;
    expect(secondsLeft).toBeGreaterThan(1_490);
    expect(secondsLeft).toBeLessThan(1_501);
    expect(Number(row?.next_check_at)).toBeGreaterThan(Date.now() + 5_000);
    const { rows } = await db.pool.query('select key, topic from outbox where key like $1 order by key', [
      `%${row?.id}`,
    ]);
    expect(rows).toEqual([
      { key: `dispatch:${row?.id}`, topic: 'job' },
      { key: `started:${row?.id}`, topic: 'event' },
    ]);
    expect(await readAccount(userId)).toMatchObject({ running: 2, waiting: 2 });
    expect(await start(userId)).toEqual([]);
  });

  it('starts several at once, in order, and no more than wait', async () => {
    const { userId, waiting } = await createLine(4);
    expect(await start(userId, 5)).toEqual(waiting.slice(0, 3));
    expect(await start(userId, 50)).toEqual(waiting.slice(3));
    expect(await readAccount(userId)).toMatchObject({ running: 6, waiting: 0 });
  });

  it('pauses the line after one that was to be the last', async () => {
    const { userId, waiting } = await createLine(4);
    await db.asOwner('update generation set stop_after = true where id = $1', [waiting[1]]);
    expect(await start(userId, 5)).toEqual(waiting.slice(0, 2));
    expect(await readAccount(userId)).toEqual({ running: 4, waiting: 2, is_line_paused: true });
    expect(await start(userId, 50)).toEqual([]);
  });

  it('starts none of a paused line or a locked account, and lists neither', async () => {
    const { userId, waiting } = await createLine(2);
    const isMovable = async () => (await listMovableLines(db.pool, 10)).includes(userId);
    expect(await isMovable()).toBe(true);
    await lockAccount(db.pool, { userId, reason: 'asked' });
    expect([await start(userId, 10), await isMovable()]).toEqual([[], false]);
    await unlockAccount(db.pool, userId);
    await db.asOwner('update credit_account set is_line_paused = true where user_id = $1', [userId]);
    expect([await start(userId, 10), await isMovable()]).toEqual([[], false]);
    await db.asOwner('update credit_account set is_line_paused = false where user_id = $1', [userId]);
    expect([await start(userId, 10), await isMovable()]).toEqual([waiting, false]);
  });
});

describe('a submission', () => {
  it('waits behind those that wait although a place is free, and while the line is paused', async () => {
    const { userId, started, waiting } = await createLine(1);
    await end(started[0] ?? '');
    const late = await reserve(db, userId, { maxRunning });
    expect(late).toMatchObject({ status: 'waiting', queue_position: 1 });
    expect(await start(userId, 10)).toEqual([...waiting, late.id]);
    await db.asOwner('update credit_account set is_line_paused = true where user_id = $1', [userId]);
    expect(await reserve(db, userId, { maxRunning: 10 })).toMatchObject({
      status: 'waiting',
      queue_position: 0,
    });
  });

  it('is placed by its owner’s own line, and listed with those that have started', async () => {
    const { userId, started, waiting } = await createLine(2);
    await createLine(3);
    const own = await getOwnGeneration(db.pool, waiting[1] ?? '', userId);
    expect(own.generation).toMatchObject({ status: 'waiting', queue_position: 1 });
    const listed = await listRunningGenerations(db.pool, userId);
    expect(listed.map(({ id }) => id)).toEqual([...started, ...waiting].toReversed());
  });
});

describe('endWaiting', () => {
  const cancelled = { status: 'cancelled', error: null } as const;

  it('releases what waits, and leaves what has started, ended or belongs to others', async () => {
    const { userId, started, waiting } = await createLine(3);
    const foreign = await createLine(1);
    const ids = [...started, ...waiting.slice(1), ...foreign.waiting];
    const rows = await endWaiting(db.pool, { userId, ids, ...cancelled });
    expect(rows.map(({ id, status, released }) => [id, status, released])).toEqual(
      waiting.slice(1).map((id) => [id, 'cancelled', 300]),
    );
    expect(await endWaiting(db.pool, { userId, ids, ...cancelled })).toEqual([]);
    expect(await readAccount(userId)).toMatchObject({ running: 2, waiting: 1 });
    expect(await readAccount(foreign.userId)).toMatchObject({ running: 2, waiting: 1 });
  });

  it('ends a line of a thousand in one statement, with an entry each', { tags: 'load' }, async () => {
    const { userId } = await createLine(1_000, 1);
    await endWaiting(db.pool, { userId, ids: 'all', ...cancelled });
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 999_700, held: 300 });
    expect(await readAccount(userId)).toMatchObject({ running: 1, waiting: 0 });
    const entries = await db.asOwner(
      `select available_after from ledger_entry where user_id = $1 and kind = 'release' order by id`,
      [userId],
    );
    expect(entries.slice(0, 2)).toEqual([
      { available_after: 699_700 + 300 },
      { available_after: 699_700 + 600 },
    ]);
    const changed = await db.asOwner(
      `select from outbox o join generation g on o.key = 'changed:' || g.id where g.user_id = $1`,
      [userId],
    );
    expect(changed).toHaveLength(1_000);
  });

  it('returns to the day’s spending and to the budgets of the keys that paid', async () => {
    const userId = await createUser(db, 10_000);
    const keys = [await createKey(db, userId, { totalBudget: 900 }), await createKey(db, userId)];
    await reserve(db, userId, { maxRunning: 1 });
    for (const apiKeyId of [keys[0], keys[0], keys[1]])
      await reserve(db, userId, { maxRunning: 1, apiKeyId });
    const spent = () =>
      db.asOwner(
        `select spent, spent_that_day from api_key where id = any($1)
          union all select null, spent_that_day from credit_account where user_id = $2`,
        [keys, userId],
      );
    expect((await spent()).map(({ spent_that_day }) => spent_that_day)).toEqual([600, 300, 1_200]);
    await endWaiting(db.pool, { userId, ids: 'all', ...cancelled });
    expect(await spent()).toEqual([
      { spent: 0, spent_that_day: 0 },
      { spent: 0, spent_that_day: 0 },
      { spent: null, spent_that_day: 300 },
    ]);
  });

  it('writes down the operator who ended it', async () => {
    const { userId, waiting } = await createLine(1);
    const by = { operatorId: userId, reason: 'asked for it' };
    const error = { code: 'ended_by_operator', detail: 'for support' } as const;
    const [row] = await endWaiting(db.pool, { userId, ids: waiting, status: 'failed', error, by });
    expect(row).toMatchObject({
      status: 'failed',
      error_code: 'ended_by_operator',
      error_detail: 'for support',
    });
    expect(
      await db.asOwner(`select reason, actor from ledger_entry where entry_key = $1`, [
        `release:${waiting[0]}`,
      ]),
    ).toEqual([{ reason: 'asked for it', actor: `operator:${userId}` }]);
  });

  it('finds the lines of closed accounts', async () => {
    const [open, closed] = [await createLine(1), await createLine(1)];
    await db.asOwner('update app_user set closed_at = now() where id = $1', [closed.userId]);
    expect(await listClosedLines(db.pool)).toEqual([closed.userId]);
    expect(await listClosedLines(db.pool, open.userId)).toEqual([]);
  });
});

it('the line serves two users with 500 each alike', { tags: 'load', timeout: 120_000 }, async () => {
  const users = await Promise.all(
    [0, 1].map(async () => ({ userId: await createUser(db, 1_000_000), done: 0 })),
  );
  for (const { userId } of users)
    for (let count = 0; count < 500; count += 1)
      await reserveGeneration(db.pool, newGeneration(userId, { maxRunning: 5 }));
  // Shared workers that take the oldest dispatch of all, three at a time, as the queue hands them out.
  for (let round = 0; round < 120; round += 1) {
    const { rows } = await db.pool.query<{ id: string; user_id: string }>(
      `select id, user_id from generation where status = 'pending' and user_id = any($1)
        order by coalesce(started_at, created_at), id limit 3`,
      [users.map(({ userId }) => userId)],
    );
    for (const { id, user_id } of rows) {
      await end(id);
      await start(user_id, 5);
      for (const user of users) if (user.userId === user_id) user.done += 1;
    }
  }
  const [a = 0, b = 0] = users.map(({ done }) => done);
  expect(a + b).toBe(360);
  expect((a + b) ** 2 / (2 * (a ** 2 + b ** 2))).toBeGreaterThanOrEqual(0.95);
});
