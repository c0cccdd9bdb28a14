import { randomUUID } from 'node:crypto';
import { afterAll, expect, it, vi } from 'vitest';
import type { GenerationRow } from '../../generation-row.ts';
import { openTestDb } from '../../testing/open-test-db.ts';
import { createRandom } from '../../testing/random.ts';
import { claim, createUser, reserve, sha256 } from '../../testing/samples.ts';
import { getBalance } from '../money/balance.ts';
import { requestCancellation } from './change-generation.ts';
import { type Ending, markGenerationEnded } from './end/mark-generation-ended.ts';
import { findGeneration } from './generations.ts';
import { insertOutput, listOutputs } from './outputs.ts';
import { acceptProviderEvent } from './provider/provider-event.ts';
import { recordSubmission } from './provider/submission.ts';

const connections = 40;
const users = 10;
const generations = 300;
const cost = 100;

const db = await openTestDb(connections);
afterAll(() => db.drop());

type Run = { row: GenerationRow; requestId: string; winners: Ending['status'][] };

async function end(run: Run, status: Ending['status'], chargeCredits: number): Promise<void> {
  const error = status === 'failed' ? { code: 'timeout' as const, detail: null } : null;
  const ending = { generationId: run.row.id, status, chargeCredits, error };
  if (await markGenerationEnded(db.pool, ending)) run.winners.push(status);
}

async function answer(run: Run, kind: 'webhook' | 'poll'): Promise<void> {
  await acceptProviderEvent(db.pool, {
    generationId: run.row.id,
    attempt: run.row.attempt,
    providerRequestId: run.requestId,
    kind,
    bodySha256: sha256(run.requestId),
    result: { video: {} },
    error: null,
  });
}

/** Everything that can happen to a generation that is being sent, each as its own process would do it. */
const actors: ((run: Run) => Promise<unknown>)[] = [
  ({ row, requestId }) =>
    recordSubmission(db.pool, {
      generationId: row.id,
      attempt: row.attempt,
      providerRequestId: requestId,
      queuePosition: null,
      expectedSeconds: 60,
      expectedMostSeconds: 60,
      nextCheckSeconds: 20,
    }),
  (run) => answer(run, 'webhook'),
  (run) => answer(run, 'webhook'),
  (run) => answer(run, 'poll'),
  (run) => end(run, 'completed', cost),
  (run) => end(run, 'completed', cost),
  (run) => end(run, 'failed', 0),
  async (run) => {
    await requestCancellation(db.pool, run.row.id, run.row.user_id);
    await end(run, 'cancelled', 0);
  },
];

async function startRuns(): Promise<Run[]> {
  const userIds = await Promise.all(
    Array.from({ length: users }, () => createUser(db, (generations * cost) / users)),
  );
  return Promise.all(
    Array.from({ length: generations }, async (_, index) => {
      const { id } = await reserve(db, userIds[index % users] ?? '', { costCredits: cost });
      return { row: await claim(db, id), requestId: randomUUID(), winners: [] };
    }),
  );
}

it('each of hundreds of generations ends once, whichever call comes first', { tags: 'load' }, async () => {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000);
  console.info(`races: seed ${seed}`);
  const runs = await startRuns();
  const work = createRandom(seed).shuffle(runs.flatMap((run) => actors.map((act) => () => act(run))));
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let next = work.pop(); next; next = work.pop()) await next();
    }),
  );

  const ends = { completed: 0, failed: 0, cancelled: 0, partial: 0 };
  for (const { row, winners } of runs) {
    const [winner, ...others] = winners;
    const ended = await findGeneration(db.pool, row.id);
    expect(others).toEqual([]);
    expect(ended?.status).toBe(winner);
    expect([ended?.settled, ended?.released]).toEqual(winner === 'completed' ? [cost, 0] : [0, cost]);
    if (winner) ends[winner] += 1;
  }
  expect(ends.completed + ends.failed + ends.cancelled).toBe(generations);
  expect(Math.min(ends.completed, ends.failed, ends.cancelled)).toBeGreaterThan(0);

  let left = 0;
  for (const userId of new Set(runs.map(({ row }) => row.user_id))) {
    const balance = await getBalance(db.pool, userId);
    expect(balance.held).toBe(0);
    left += balance.available;
  }
  expect(left).toBe((generations - ends.completed) * cost);
  expect(await db.ledgerProblems()).toEqual([]);

  // Submissions that the provider accepted after the end of their generation are orphans, and no others.
  const { rows } = await db.pool.query<{ state: string; ended_first: boolean }>(
    `select s.state, g.provider_request_id is null as ended_first
       from provider_submission s join generation g on g.id = s.generation_id`,
  );
  expect(rows.filter((row) => (row.state === 'orphan') !== row.ended_first)).toEqual([]);
});

const output = (generationId: string, position: number) => ({
  id: randomUUID(),
  generation_id: generationId,
  position,
  content_type: 'image/png',
});

it('an end does not count outputs while another is being stored', async () => {
  const { id: generationId, revision } = await reserve(db, await createUser(db, cost), { costCredits: cost });
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    expect(await insertOutput(client, output(generationId, 1))).toBe(true);
    const ending = { generationId, status: 'partial', chargeCredits: cost / 2, error: null } as const;
    const ended = markGenerationEnded(db.pool, { ...ending, ifRevision: revision });
    await waitForLock();
    await client.query('commit');
    expect(await ended).toBeUndefined();
    expect(await findGeneration(db.pool, generationId)).toMatchObject({ status: 'pending' });
    await markGenerationEnded(db.pool, { ...ending, ifRevision: revision + 1 });
  } finally {
    client.release();
  }
  expect(await db.ledgerProblems()).toEqual([]);
});

it('an output of a generation that ends meanwhile is not stored', async () => {
  const { id: generationId } = await reserve(db, await createUser(db, cost), { costCredits: cost });
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    const ending = { generationId, status: 'partial', chargeCredits: cost / 2, error: null } as const;
    await markGenerationEnded(client, ending);
    const stored = insertOutput(db.pool, output(generationId, 1));
    await waitForLock();
    await client.query('commit');
    expect(await stored).toBe(false);
  } finally {
    client.release();
  }
  expect(await listOutputs(db.pool, generationId)).toEqual([]);
});

/** Resolves when a statement of this database waits for another one. */
function waitForLock(): Promise<unknown> {
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  return vi.waitUntil(async () => (await db.asOwner(waiting)).length > 0, { timeout: 20_000 });
}
