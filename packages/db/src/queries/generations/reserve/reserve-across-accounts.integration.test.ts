import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { Queryable } from '../../../prepared.ts';
import { openTestDb } from '../../../testing/open-test-db.ts';
import {
  entry,
  listGenerations,
  plain,
  readStored,
  settings,
  userAs,
  watched,
} from '../../../testing/random-reservations.ts';
import { createKey, createUser, newGeneration, sha256 } from '../../../testing/samples.ts';
import { getBalance } from '../../money/balance.ts';
import { markGenerationEnded } from '../end/mark-generation-ended.ts';
import { groupReservations } from './group-reservations.ts';
import type { NewGeneration } from './new-generation.ts';
import { reserveAcrossAccounts } from './reserve-across-accounts.ts';
import { reserveGeneration } from './reserve-generation.ts';

const db = await openTestDb(40);
await db.pool.query(
  `insert into kind_closure (kind, closed_at, successor, operator_id) values ('vace', now(), 'ati', $1)`,
  [randomUUID()],
);
afterAll(() => db.drop());
afterEach(async () => expect(await db.ledgerProblems()).toEqual([]));

const createUsers = (count: number, credits = 1_000) =>
  Promise.all(Array.from({ length: count }, () => createUser(db, credits)));

const reserveAll = (generations: readonly NewGeneration[], on: Queryable = db.pool) =>
  Promise.allSettled(generations.map(groupReservations(on)));

/** Runs the work while a transaction of another process holds what the statement locks. */
async function whileHeld(lock: string, id: string, work: (release: () => Promise<void>) => Promise<void>) {
  const client: pg.PoolClient = await db.pool.connect();
  await client.query('begin');
  await client.query(lock, [id]);
  try {
    await work(async () => void (await client.query('commit')));
  } finally {
    await client.query('commit');
    client.release();
  }
}

describe('reservations of several accounts that come together', () => {
  it('are answered and stored as if each had come alone, whatever is among them', {
    timeout: 180_000,
    tags: 'random',
  }, async () => {
    const account = fc.record({ given: settings, entry });
    await fc.assert(
      fc.asyncProperty(fc.array(account, { minLength: 2, maxLength: 12 }), async (accounts) => {
        const key = randomUUID();
        const keys = Array.from({ length: 6 }, () => key);
        const open = async () => {
          const users = await Promise.all(accounts.map(({ given }) => userAs(db, given)));
          const own = users.map((user, index) => {
            const [generation] = listGenerations(
              user,
              accounts.slice(index, index + 1).map((each) => each.entry),
              keys,
            );
            return { user, generation: generation as NewGeneration };
          });
          return own;
        };
        const [alone, together] = [await open(), await open()];
        const one = [];
        for (const { generation } of alone)
          one.push(...(await Promise.allSettled([reserveGeneration(db.pool, generation)])));
        const { on } = watched(db);
        const all = await reserveAll(
          together.map(({ generation }) => generation),
          on,
        );
        expect(all.map(plain)).toEqual(one.map(plain));
        const rows = (each: typeof alone) =>
          Promise.all(each.map(({ user, generation }) => readStored(db, user, [generation.id])));
        expect(await rows(together)).toEqual(await rows(alone));
      }),
      { numRuns: 30 },
    );
  });

  it('take one statement and one commit, whichever of them start and whichever wait', async () => {
    const users = await createUsers(8);
    const { on, names } = watched(db);
    const answers = await reserveAll(
      users.map((userId, index) => newGeneration(userId, { maxRunning: index % 2, costCredits: 10 + index })),
      on,
    );
    expect(names).toEqual(['reserve-generation-of-each']);
    expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value)).toEqual(
      users.map((userId, index) =>
        expect.objectContaining({
          ok: true,
          leftCredits: 990 - index,
          generation: expect.objectContaining({ user_id: userId, status: index % 2 ? 'pending' : 'waiting' }),
        }),
      ),
    );
    const { rows } = await db.pool.query<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from generation where user_id = any($1)',
      [users],
    );
    expect(rows).toEqual([{ transactions: 1 }]);
  });

  it('wait for one that came alone, however they come one by one, and then go together', async () => {
    const [first, ...rest] = (await createUsers(5)) as [string, ...string[]];
    const gate = Promise.withResolvers<void>();
    const names: string[] = [];
    const query = async (statement: { name: string }) => {
      names.push(statement.name);
      await gate.promise;
      return db.pool.query(statement as never);
    };
    const reserve = groupReservations({ query } as unknown as Queryable);
    const answers = [reserve(newGeneration(first))];
    for (const userId of rest) {
      await new Promise((resolve) => setImmediate(resolve));
      answers.push(reserve(newGeneration(userId)));
    }
    await new Promise((resolve) => setImmediate(resolve));
    gate.resolve();
    expect((await Promise.all(answers)).map(({ ok }) => ok)).toEqual(Array(5).fill(true));
    expect(names).toEqual(['reserve-generation-of-each', 'reserve-generation-of-each']);
  });

  it('are refused alone, exactly, and the others are accepted', async () => {
    const [poor, used, fine, other] = await createUsers(4, 300);
    const idempotency = { key: randomUUID(), bodySha256: sha256('a') };
    await reserveGeneration(db.pool, newGeneration(used as string, { costCredits: 1, idempotency }));
    const answers = await reserveAll([
      newGeneration(poor as string, { costCredits: 301 }),
      newGeneration(used as string, { costCredits: 1, idempotency }),
      newGeneration(fine as string),
      newGeneration(other as string, { kind: 'vace' }),
      newGeneration(randomUUID()),
    ]);
    expect(answers).toMatchObject([
      { value: { ok: false, reason: 'insufficient_credits', required: 301, current: 300 } },
      { value: { ok: false, reason: 'key_used' } },
      { value: { ok: true, leftCredits: 0 } },
      { value: { ok: false, reason: 'kind_closed', kind: 'vace' } },
      { value: { ok: false, reason: 'insufficient_credits', current: 0 } },
    ]);
  });

  it('fail alone: a value that PostgreSQL refuses, an id that exists, a project that is gone', async () => {
    const users = await createUsers(5);
    const existing = newGeneration(users[0] as string);
    await reserveGeneration(db.pool, existing);
    const changes = [
      {},
      { prompt: 'A boat \0' },
      { id: existing.id },
      { projectId: randomUUID() },
      { costCredits: 1 },
    ];
    const answers = await reserveAll(users.map((userId, index) => newGeneration(userId, changes[index])));
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { ok: true, leftCredits: 400 } },
      { status: 'rejected', reason: { code: '22021' } },
      { status: 'rejected', reason: { code: '23505' } },
      { status: 'fulfilled', value: { ok: false, reason: 'project_deleted' } },
      { status: 'fulfilled', value: { ok: true, leftCredits: 999 } },
    ]);
  });

  it('do not wait for an account that another transaction holds, which has its answer after it', async () => {
    const [held, ...free] = await createUsers(4);
    await whileHeld(
      'update credit_account set available = available + 0 where user_id = $1',
      held as string,
      async (release) => {
        const [first, ...rest] = [held as string, ...free].map((userId) => newGeneration(userId));
        const reserve = groupReservations(db.pool);
        const [late, ...others] = [first as NewGeneration, ...rest].map(reserve);
        expect((await Promise.all(others)).map(({ ok }) => ok)).toEqual([true, true, true]);
        // The one that waits keeps no later ones of other accounts.
        const later = await Promise.all(free.map((userId) => reserve(newGeneration(userId))));
        expect(later.map(({ ok }) => ok)).toEqual([true, true, true]);
        await release();
        expect(await late).toMatchObject({ ok: true, leftCredits: 700 });
      },
    );
  });

  it('read again what was committed since the statement began', async () => {
    const [spent, other] = (await createUsers(2, 300)) as [string, string];
    let isFirst = true;
    const query = async (statement: { name: string }) => {
      const running = db.pool.query(statement as never);
      if (isFirst) {
        isFirst = false;
        await reserveGeneration(db.pool, newGeneration(spent, { costCredits: 200 }));
      }
      return running;
    };
    const answers = await reserveAll(
      [spent, other].map((userId) => newGeneration(userId, { costCredits: 200 })),
      { query } as unknown as Queryable,
    );
    const balances = await Promise.all([spent, other].map((userId) => getBalance(db.pool, userId)));
    expect(answers[1]).toMatchObject({ value: { ok: true, leftCredits: 100 } });
    expect(balances.map(({ available }) => available)).toEqual([100, 100]);
  });

  it('give up a row that they refer to and that is not free in time, and wait for it alone', async () => {
    const [held, ...free] = await createUsers(3);
    await whileHeld('select from app_user where id = $1 for update', held as string, async (release) => {
      const { on, names } = watched(db);
      const reserve = groupReservations(on);
      const [late, ...others] = [held as string, ...free].map((userId) => reserve(newGeneration(userId)));
      expect((await Promise.all(others)).map(({ ok }) => ok)).toEqual([true, true]);
      expect(names[0]).toBe('reserve-generation-of-each');
      await release();
      expect(await late).toMatchObject({ ok: true });
    });
  });

  it('leave the connection as it was: its next statement waits as long as before', async () => {
    const client = await db.pool.connect();
    const users = await createUsers(2);
    await reserveAcrossAccounts(
      client,
      users.map((userId) => newGeneration(userId)),
    );
    const { rows } = await client.query(`select current_setting('lock_timeout') as value`);
    client.release();
    expect(rows).toEqual([{ value: '0' }]);
  });

  it('all learn that the connection broke, and the next ones are reserved', async () => {
    const users = await createUsers(3);
    let isBroken = true;
    const query = (...given: Parameters<Queryable['query']>) =>
      isBroken
        ? Promise.reject(Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' }))
        : db.pool.query(...given);
    const reserve = groupReservations({ query } as unknown as Queryable);
    const answers = await Promise.allSettled(users.map((userId) => reserve(newGeneration(userId))));
    expect(answers.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    isBroken = false;
    const next = await Promise.all(users.map((userId) => reserve(newGeneration(userId))));
    expect(next.map(({ ok }) => ok)).toEqual([true, true, true]);
  });

  it('go beside a statement whose connection says nothing', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const users = await createUsers(4);
    const silent = Promise.withResolvers<never>();
    let isFirst = true;
    const query = (...given: Parameters<Queryable['query']>) => {
      if (!isFirst) return db.pool.query(...given);
      isFirst = false;
      return silent.promise;
    };
    const reserve = groupReservations({ query } as unknown as Queryable);
    const stuck = Promise.allSettled(users.slice(0, 2).map((userId) => reserve(newGeneration(userId))));
    await vi.waitFor(() => expect(isFirst).toBe(false), { timeout: 20_000 });
    vi.advanceTimersByTime(251);
    const others = await Promise.all(users.slice(2).map((userId) => reserve(newGeneration(userId))));
    expect(others.map(({ ok }) => ok)).toEqual([true, true]);
    silent.reject(new Error('Connection terminated'));
    expect((await stuck).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    vi.useRealTimers();
  });
});

describe('reservations of several accounts from several processes', () => {
  it('never wait for each other in a circle, and accept exactly what each balance is for', async () => {
    const users = await createUsers(12, 40 * 7);
    const keys = await Promise.all(users.slice(0, 4).map((userId) => createKey(db, userId)));
    const processes = [1, 2, 3].map(() => groupReservations(db.pool));
    const end = async (reserve: (typeof processes)[number], generation: NewGeneration) => {
      const answer = await reserve(generation);
      if (
        answer.ok &&
        answer.generation.status === 'pending' &&
        Number.parseInt(generation.id.slice(-1), 16) > 7
      )
        await markGenerationEnded(db.pool, {
          generationId: generation.id,
          status: 'completed',
          chargeCredits: generation.costCredits,
          error: null,
        });
      return answer;
    };
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        processes.flatMap((reserve) =>
          users.map((userId, at) => {
            const apiKeyId = index % 3 === 0 ? (keys[at] ?? null) : null;
            return end(reserve, newGeneration(userId, { apiKeyId, costCredits: 7 }));
          }),
        ),
      ).flat(),
    );
    const accepted = answers.flatMap((answer) => (answer.ok ? [answer.generation.user_id] : []));
    expect(users.map((userId) => accepted.filter((each) => each === userId).length)).toEqual(
      Array(12).fill(40),
    );
    const balances = await Promise.all(users.map((userId) => getBalance(db.pool, userId)));
    expect(balances.map(({ available }) => available)).toEqual(Array(12).fill(0));
  });
});
