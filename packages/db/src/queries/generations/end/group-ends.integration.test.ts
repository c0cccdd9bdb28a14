import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Queryable } from '../../../prepared.ts';
import { openTestDb } from '../../../testing/open-test-db.ts';
import { createRandom } from '../../../testing/random.ts';
import { watched } from '../../../testing/random-reservations.ts';
import { createKey, createUser, newGeneration, reserve } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { findGeneration } from '../generations.ts';
import { groupReservations } from '../reserve/group-reservations.ts';
import { type Ended, type Ending, groupEnds } from './mark-generation-ended.ts';

const db = await openTestDb(40);
afterAll(() => db.drop());
// Sums, balances, places and the chain of hashes of each account.
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const together = 'mark-generation-ended-of-each';
const alone = 'mark-generation-ended';

const completed = (generationId: string, changes: Partial<Ending> = {}): Ending => ({
  generationId,
  status: 'completed',
  chargeCredits: 60,
  error: null,
  ...changes,
});

const started = async (count: number, userId?: string) =>
  Promise.all(
    Array.from({ length: count }, async () =>
      reserve(db, userId ?? (await createUser(db, 100)), { costCredits: 60 }),
    ),
  );

const endAll = (endings: readonly Ending[], on: Queryable = db.pool) =>
  Promise.all(endings.map(groupEnds(on)));

const statuses = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await findGeneration(db.pool, id))?.status));

describe('ends that come together', () => {
  it('of different accounts take one statement and one commit, each with its own answer', async () => {
    const rows = await started(9);
    const [first, second, third, ...rest] = rows.map(({ id }) => id) as [string, string, string];
    const fields = [{ field: 'prompt', message: 'Flagged' }];
    const error = { code: 'content_policy' as const, detail: 'flagged', reason: 'Flagged', fields };
    const { on, names } = watched(db);
    const ended = await endAll(
      [
        completed(first, { seed: 7 }),
        completed(second, { status: 'failed', chargeCredits: 0, error }),
        completed(third, { status: 'partial', chargeCredits: 45 }),
        ...rest.map((id) => completed(id)),
      ],
      on,
    );
    expect(names).toEqual([together]);
    expect(ended.map((each) => each?.generation.id)).toEqual(rows.map(({ id }) => id));
    expect(ended.slice(0, 4)).toMatchObject([
      { balance: { available: 40, held: 0 }, generation: { settled: 60, released: 0, seed_used: 7 } },
      {
        balance: { available: 100, held: 0 },
        generation: { status: 'failed', error_code: 'content_policy', error_fields: fields },
      },
      { balance: { available: 55, held: 0 }, generation: { settled: 45, released: 15 } },
      { balance: { available: 40, held: 0 }, waiting: 0, pushIds: [] },
    ]);
    const { rows: found } = await db.pool.query(
      `select count(distinct xmin::text)::integer as transactions from generation where id = any($1)`,
      [rows.map(({ id }) => id)],
    );
    expect(found).toEqual([{ transactions: 1 }]);
    const entries = await db.pool.query(
      `select kind, available_after, held_after, reason from ledger_entry where generation_id = $1 order by id`,
      [third],
    );
    expect(entries.rows.slice(1)).toEqual([
      { kind: 'settle', available_after: 40, held_after: 15, reason: null },
      { kind: 'release', available_after: 55, held_after: 0, reason: 'partial' },
    ]);
  });

  it('of one account are all exact', async () => {
    const userId = await createUser(db, 1_200);
    const rows = await started(20, userId);
    const ended = await endAll(rows.map(({ id }) => completed(id)));
    expect(ended.filter(Boolean)).toHaveLength(20);
    expect(await getBalance(db.pool, userId)).toMatchObject({ available: 0, held: 0 });
  });

  it('are refused alone, and the others end', async () => {
    const rows = await started(6);
    const [fine, twice, changed, over, unknown, last] = rows.map(({ id }) => id) as [string, ...string[]];
    await endAll([completed(twice ?? '')]);
    const { on, names } = watched(db);
    const ender = groupEnds(on);
    const answers = await Promise.allSettled([
      ender(completed(fine)),
      ender(completed(twice ?? '')),
      ender(completed(changed ?? '', { ifRevision: 99 })),
      ender(completed(randomUUID())),
      ender(completed(unknown ?? '')),
      ender(completed(fine, { status: 'cancelled', chargeCredits: 0 })),
      ender(completed(last ?? '')),
    ]);
    expect(names.filter((name) => name === together)).toHaveLength(1);
    const ids = answers.map((each) => each.status === 'fulfilled' && each.value?.generation.id);
    expect(ids).toEqual([fine, undefined, undefined, undefined, unknown, undefined, last]);
    expect(await statuses([fine, changed ?? ''])).toEqual(['completed', 'pending']);

    // A charge above the cost breaks a constraint.
    const broken = await Promise.allSettled(
      [completed(over ?? '', { chargeCredits: 61 }), completed(changed ?? '')].map(groupEnds(db.pool)),
    );
    expect(broken.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(await statuses([over ?? '', changed ?? ''])).toEqual(['pending', 'completed']);
  });

  it('wait alone for an account that another transaction holds', async () => {
    const [held, free] = await started(2);
    const client: pg.PoolClient = await db.pool.connect();
    await client.query('begin');
    await client.query('select from credit_account where user_id = $1 for update', [held?.user_id]);
    const { on, names } = watched(db);
    const ender = groupEnds(on);
    const waiting = ender(completed(held?.id ?? ''));
    expect(await ender(completed(free?.id ?? ''))).toBeDefined();
    expect(names).toEqual([together, alone]);
    await client.query('commit');
    client.release();
    expect(await waiting).toMatchObject({ balance: { available: 40, held: 0 } });
  });

  it('return what was spent to the API keys that paid', async () => {
    const userId = await createUser(db, 500);
    const apiKeyId = await createKey(db, userId);
    const paid = await reserve(db, userId, { costCredits: 60, apiKeyId });
    const browser = await started(1);
    const { on, names } = watched(db);
    await endAll(
      [paid.id, browser[0]?.id ?? ''].map((id) => completed(id, { status: 'cancelled', chargeCredits: 0 })),
      on,
    );
    expect(names).toEqual([together]);
    const { rows } = await db.pool.query('select spent, spent_that_day from api_key where id = $1', [
      apiKeyId,
    ]);
    expect(rows).toEqual([{ spent: 0, spent_that_day: 0 }]);
  });

  it('of several processes are stored once each, while the same accounts reserve more', {
    tags: 'load',
  }, async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => createUser(db, 60 * 12)));
    const rows = (await Promise.all(users.map((userId) => started(8, userId)))).flat();
    const processes = [1, 2, 3].map(() => groupEnds(db.pool));
    const reservers = [1, 2].map(() => groupReservations(db.pool));
    const winners = new Map<string, Ended[]>();
    const work = processes.flatMap((end) =>
      rows.map((row, index) => async () => {
        const chargeCredits = index % 3 === 0 ? 0 : 60;
        const ended = await end(completed(row.id, { chargeCredits }));
        if (ended) winners.set(row.id, [...(winners.get(row.id) ?? []), ended]);
      }),
    );
    const more = reservers.flatMap((reserveOne) =>
      users.map((userId) => async () => {
        expect(await reserveOne(newGeneration(userId, { costCredits: 60 }))).toMatchObject({ ok: true });
      }),
    );
    const random = createRandom(Number(process.env.TEST_SEED ?? 1));
    await Promise.all(random.shuffle([...work, ...more]).map((act) => act()));
    expect(rows.map(({ id }) => winners.get(id)?.length)).toEqual(rows.map(() => 1));
    for (const userId of users) {
      const own = rows.flatMap((row, index) => (row.user_id === userId ? [index % 3 === 0 ? 0 : 60] : []));
      const charged = own.reduce((sum, each) => sum + each, 0);
      expect(await getBalance(db.pool, userId)).toMatchObject({
        available: 60 * 12 - charged - 120,
        held: 120,
      });
    }
  });
});
