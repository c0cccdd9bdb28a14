import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateBatchReply } from '@atelier/contract';
import type { Client } from '../load/client.ts';
import type { Stage } from '../stage/open-stage.ts';
import { processNames } from '../stage/own-processes.ts';
import type { Row } from './row.ts';

const lines = 500;
const kills = 10;
const price = 8;
/** Enough for the others to go on in between. */
const betweenMs = 1_500;

const killedBatch: Row = {
  id: 'R21',
  promise: `a batch of ${lines} while every process is killed ${kills} times: each line ends once, in its order`,
  limitRunning: 5,
  async measure({ stage, addUser, ended }) {
    const client = await addUser(lines * price);
    const ids = await submit(client);
    const fromMs = Date.now();
    await killAll(stage);
    const killedMs = Date.now() - fromMs;
    const { rows: atEnd } = await stage.db.pool.query<{ open: number }>(
      'select count(*)::int as open from generation where id = any($1) and finished_at is null',
      [ids],
    );
    await ended(ids);
    const result = await readResult(stage, client.userId);
    const whole = result.ends === lines && result.settles <= lines && result.held === 0;
    return {
      measured:
        `${result.ends} ended, ${result.completed} completed and charged once, ${result.overtaken} out of order, ` +
        `${result.held} held; ${atEnd[0]?.open} were open after ${Math.round(killedMs / 1_000)} s of kills`,
      isKept:
        whole && result.settles === result.completed && result.overtaken === 0 && (atEnd[0]?.open ?? 0) > 0,
    };
  },
};

async function submit(client: Client): Promise<string[]> {
  const { status, body: reply } = await client.send('POST', '/api/batches', { lines: listLines() });
  if (status !== 200) throw new Error(`A batch is answered with ${status}: ${JSON.stringify(reply)}`);
  return (reply as CreateBatchReply).generations;
}

function listLines(scenario = '') {
  return Array.from({ length: lines }, (_, index) => ({
    kind: 'flux-schnell',
    input: { prompt: `Fox ${index}${scenario}`, image_size: 'square', num_images: 1, seed: index },
  }));
}

/** Each process and each store of the run's own, one after the other, ten times. */
async function killAll({ processes, postgres, redis }: Stage): Promise<void> {
  for (let round = 0; round < kills; round += 1) {
    for (const name of processNames) {
      await processes.of(name).ready();
      processes.of(name).kill()();
      await wait(betweenMs);
    }
    for (const store of redis ? [postgres, redis] : [postgres]) {
      const restart = await store.kill();
      await restart();
    }
  }
}

type Result = {
  ends: number;
  completed: number;
  settles: number;
  held: number;
  /** Lines that started before one in front of them. */
  overtaken: number;
};

async function readResult({ db }: Stage, userId: string): Promise<Result> {
  const { rows } = await db.pool.query<Result>(
    `select count(*) filter (where finished_at is not null)::int as ends,
            count(*) filter (where status = 'completed')::int as completed,
            (select count(*)::int from ledger_entry where user_id = $1 and kind = 'settle' and d_held < 0) as settles,
            (select held::int from credit_account where user_id = $1) as held,
            count(*) filter (where began < before)::int as overtaken
       from (select g.*, coalesce(started_at, created_at) as began,
                    max(coalesce(started_at, created_at)) over (
                      order by batch_line rows between unbounded preceding and 1 preceding) as before
               from generation g where user_id = $1) as g`,
    [userId],
  );
  const [result] = rows;
  if (!result) throw new Error('A count without a row');
  return result;
}

const interruptions = 20;
/** Longer than a batch of this size takes to be accepted, so that kills come before, in the middle of it and after. */
const longestMs = 800;
const repeatMs = 500;

const killedSubmission: Row = {
  id: 'R23',
  promise: `a batch of ${lines} while api and PostgreSQL are killed under its request, ${interruptions} times: whole and held once`,
  limitRunning: 5,
  async measure({ stage, addUser }) {
    let [unanswered, whole] = [0, 0];
    for (let round = 0; round < interruptions; round += 1) {
      const client = await addUser(2 * lines * price);
      const body = { lines: listLines(' [stuck]'), request_id: randomUUID() };
      const first = client.send('POST', '/api/batches', body).catch(() => undefined);
      await wait((round * longestMs) / interruptions);
      const restart = round % 2 === 0 ? killApis(stage) : await stage.postgres.kill();
      if ((await first)?.status !== 200) unanswered += 1;
      await restart();
      const { batch_lines, held } = await repeatUntilAccepted(stage, client, body);
      if (batch_lines === lines && held === lines * price) whole += 1;
      await client.send('POST', '/api/line/cancel', { all: true });
    }
    return {
      measured: `${whole} of ${interruptions} whole, once and in their order; ${unanswered} had lost their answer`,
      isKept: whole === interruptions && unanswered > 0,
    };
  },
};

function killApis({ processes }: Stage): () => Promise<unknown> {
  const apis = (['api-1', 'api-2'] as const).map((name) => processes.of(name));
  const restarts = apis.map((api) => api.kill());
  return () => {
    for (const restart of restarts) restart();
    return Promise.all(apis.map((api) => api.ready()));
  };
}

/** Repeats a batch under the same request id, as a client does without an answer. */
async function repeatUntilAccepted(stage: Stage, client: Client, body: object) {
  while ((await client.send('POST', '/api/batches', body).catch(() => undefined))?.status !== 200)
    await wait(repeatMs);
  const { rows } = await stage.db.pool.query<{ batch_lines: number; held: number }>(
    `select (select count(distinct batch_line) filter (where (input ->> 'seed')::int + 1 = batch_line)::int
               from generation where user_id = $1 having count(*) = count(distinct batch_line)) as batch_lines,
            -(select sum(d_available)::int from ledger_entry where user_id = $1 and kind = 'reserve') as held`,
    [client.userId],
  );
  const [result] = rows;
  if (!result) throw new Error('A count without a row');
  return result;
}

const judgedEnds = 300;

const fairShare: Row = {
  id: 'R22',
  promise: `two users with ${lines} lines each share the workers: Jain's index of their ends is at least 0.95`,
  limitRunning: 5,
  async measure({ stage, addUser }) {
    const clients = [await addUser(lines * price), await addUser(lines * price)];
    for (const client of clients) await submit(client);
    const ends = async () => {
      const { rows } = await stage.db.pool.query<{ count: number }>(
        `select count(g.finished_at)::int as count from unnest($1::uuid[]) as owner (id)
           left join generation g on g.user_id = owner.id group by owner.id`,
        [clients.map(({ userId }) => userId)],
      );
      return rows.map(({ count }) => count);
    };
    let counts = await ends();
    while (sum(counts) < judgedEnds) {
      await wait(200);
      counts = await ends();
    }
    for (const client of clients) await client.send('POST', '/api/line/cancel', { all: true });
    const index = sum(counts) ** 2 / (counts.length * sum(counts.map((count) => count ** 2)));
    return {
      measured: `${counts.join(' and ')} had ended after ${judgedEnds}: ${index.toFixed(3)}`,
      isKept: index >= 0.95,
    };
  },
};

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export const batchRows: readonly Row[] = [fairShare, killedBatch, killedSubmission];
