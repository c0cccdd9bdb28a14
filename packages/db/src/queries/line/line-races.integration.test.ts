import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { createKey, createUser, newGeneration } from '../../testing/samples.ts';
import { endWaiting } from '../generations/end/end-waiting.ts';
import { markGenerationEnded } from '../generations/end/mark-generation-ended.ts';
import { reserveGeneration } from '../generations/reserve/reserve-generation.ts';
import { getBalance } from '../money/balance.ts';
import { markTrashed } from '../trash/trash.ts';
import { repeatWhileLocked } from './repeat-while-locked.ts';
import { startWaiting } from './start-waiting.ts';

const connections = 30;
const rounds = 200;
const maxRunning = 3;
const cost = 100;

const db = await openTestDb(connections);
afterAll(() => db.drop());

type Row = { id: string; status: string };

/**
 * Everything that touches a line at the same moment, each as its own process would do it. A deadlock is an error of the
 * statement (40P01), which fails the test.
 */
it('the line survives hundreds of rounds of simultaneous ends, submissions, cancellations and starts, without a deadlock', {
  tags: 'load',
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`line races: seed ${seed}`);
  const random = createRandom(seed);
  const userId = await createUser(db, 10_000_000);
  const keys = [await createKey(db, userId), await createKey(db, userId)];
  let most = 0;
  const start = async () => {
    await startWaiting(db.pool, { userId, maxRunning });
    const [account] = await db.asOwner<{ running: number }>(
      'select running from credit_account where user_id = $1',
      [userId],
    );
    most = Math.max(most, account?.running ?? 0);
  };
  const submit = () =>
    reserveGeneration(
      db.pool,
      newGeneration(userId, {
        costCredits: cost,
        maxRunning,
        apiKeyId: [null, ...keys][random.below(3)] ?? null,
        idempotency: { key: randomUUID(), bodySha256: Buffer.alloc(32) },
      }),
    );
  const finish = async ({ id }: Row) => {
    const isDone = random.below(2) === 0;
    const ending = { generationId: id, error: null } as const;
    const ended = await markGenerationEnded(db.pool, {
      ...ending,
      ...(isDone ? { status: 'completed', chargeCredits: cost } : { status: 'cancelled', chargeCredits: 0 }),
    });
    if (ended && ended.waiting > 0) await start();
  };
  const cancel = (ids: string[] | 'all') =>
    repeatWhileLocked(() => endWaiting(db.pool, { userId, ids, status: 'cancelled', error: null }));

  for (let round = 0; round < rounds; round += 1) {
    const { rows } = await db.pool.query<Row>(
      `select id, status from generation where user_id = $1 and finished_at is null order by line_place nulls first, id`,
      [userId],
    );
    const started = rows.filter(({ status }) => status !== 'waiting');
    const waiting = rows.filter(({ status }) => status === 'waiting');
    const some = waiting.filter(() => random.below(3) === 0).map(({ id }) => id);
    const acts = [
      ...started.map((row) => () => finish(row)),
      // Generations that are about to start may be ended or cancelled as soon as they have.
      ...waiting.slice(0, 4).map((row) => () => finish(row)),
      ...waiting.slice(0, 4).map(
        ({ id }) =>
          () =>
            cancel([id]),
      ),
      ...Array.from({ length: 6 }, () => submit),
      ...Array.from({ length: 3 }, () => start),
      () => cancel(some),
      () => markTrashed(db.pool, { userId, ids: random.shuffle(some), hasFilesDeleted: false }),
      ...(round % 25 === 24 ? [() => cancel('all')] : []),
    ];
    await Promise.all(random.shuffle(acts).map((act) => act()));
  }
  expect(most).toBeLessThanOrEqual(maxRunning);
  await start();
  const { rows } = await db.pool.query<Row>(
    'select id, status from generation where user_id = $1 and finished_at is null',
    [userId],
  );
  expect(rows.filter(({ status }) => status !== 'waiting').length).toBe(Math.min(maxRunning, rows.length));
  await cancel('all');
  for (const row of rows) if (row.status !== 'waiting') await finish(row);
  expect(await getBalance(db.pool, userId)).toMatchObject({
    held: 0,
    available: 10_000_000 - (await charged(userId)),
  });
  expect(await db.ledgerProblems()).toEqual([]);
});

async function charged(userId: string): Promise<number> {
  const [row] = await db.asOwner<{ sum: number }>(
    'select coalesce(sum(settled), 0)::bigint as sum from generation where user_id = $1',
    [userId],
  );
  return Number(row?.sum);
}
