import { setTimeout as wait } from 'node:timers/promises';
import { openPage } from '../load/open-page.ts';
import { reserveImage } from '../load/reserve-image.ts';
import { openLink } from '../stage/link.ts';
import type { Stage } from '../stage/open-stage.ts';
import { percentile, type Row } from './row.ts';

const notEnqueued: Row = {
  id: 'R9',
  promise: '100 processes that die between the commit and the queue: 100 submitted, p99 at most 15 s',
  async measure({ stage, addUser, ended }) {
    const { userId } = await addUser(10_000);
    // Does what the api has done when it dies at this point, and nothing after it.
    const ids = await Promise.all(
      Array.from({ length: 100 }, () =>
        reserveImage(stage, { userId, maxRunning: 1_000, maxWaiting: 1_000 }),
      ),
    );
    await ended(ids);
    const { rows } = await stage.db.pool.query<{ seconds: number }>(
      `select extract(epoch from s.started_at - g.created_at)::float as seconds
         from generation g join provider_submission s on s.generation_id = g.id and s.attempt = 1
        where g.id = any($1)`,
      [ids],
    );
    const p99 = percentile(
      rows.map(({ seconds }) => seconds),
      0.99,
    );
    return {
      measured: `${rows.length} submitted, p99 ${p99.toFixed(1)} s`,
      isKept: rows.length === 100 && p99 <= 15,
    };
  },
};

const answerLost: Row = {
  id: 'R10',
  promise:
    '100 answers of fal that are lost: each user is charged once, at most 200 submissions, no orphan left',
  async measure({ stage, addUser, image, submitAll, ended }) {
    const submissions = Array.from({ length: 100 }, () => image('lost'));
    const ids = await submitAll(await addUser(10_000), submissions);
    await ended(ids);
    const { rows } = await stage.db.pool.query<{ charges: number; most: number; orphans: number }>(
      `select count(e.id)::int as charges, coalesce(max(n), 0)::int as most,
              (select count(*) from provider_submission where state = 'orphan')::int as orphans
         from (select g.id, count(*) over (partition by g.id) as n
                 from generation g join ledger_entry l on l.generation_id = g.id and l.kind = 'settle'
                where g.id = any($1)) as e`,
      [ids],
    );
    const own = new Set(ids);
    const jobs = stage.emulator.control.jobs();
    const submitted = jobs.filter(({ webhookUrl = '' }) =>
      own.has(/[?&]g=([\w-]+)/.exec(webhookUrl)?.[1] ?? ''),
    );
    const [{ charges = 0, most = 0, orphans = 0 } = {}] = rows;
    return {
      measured: `${charges} charged, ${submitted.length} submissions, ${orphans} orphans left`,
      isKept: charges === 100 && most === 1 && submitted.length <= 200 && orphans === 0,
    };
  },
};

const earlyWebhook: Row = {
  id: 'R11',
  promise: '500 webhooks that arrive before the submission is answered: 500 completed',
  async measure({ addUser, image, submitAll, ended, stage }) {
    const ids = await submitAll(
      await addUser(10_000),
      Array.from({ length: 500 }, () => image('early')),
    );
    await ended(ids);
    const completed = await countCompleted(stage, ids);
    return { measured: `${completed} completed`, isKept: completed === 500 };
  },
};

const termination: Row = {
  id: 'R13',
  promise: 'SIGTERM to a worker with 20 active jobs: it ends within 30 s, and no job is lost',
  async measure({ stage, addUser, image, submitAll, ended }) {
    const { control } = stage.emulator;
    control.hold({ step: 'COMPLETED' });
    const ids = await submitAll(
      await addUser(10_000),
      Array.from({ length: 20 }, () => image('')),
    );
    await reached(stage, ids, 'provider_request_id is not null');
    control.release({ step: 'COMPLETED' });
    const seconds = (await stage.processes.of('worker-1').terminate()) / 1_000;
    await ended(ids);
    const completed = await countCompleted(stage, ids);
    return {
      measured: `ended after ${seconds.toFixed(1)} s, ${completed} of 20 completed`,
      isKept: seconds <= 30 && completed === 20,
    };
  },
};

const awayMs = 60_000;

const redisAway: Row = {
  id: 'R14',
  promise: 'Redis is away for a minute: no process ends, and work goes on within 10 s of its return',
  needs: 'own-redis',
  async measure({ stage, addUser, image, submitAll, ended }) {
    const { control } = stage.emulator;
    control.hold({ step: 'COMPLETED' });
    const submissions = Array.from({ length: 20 }, () => image(''));
    const client = await addUser(10_000);
    const ids = await submitAll(client, submissions);
    await reached(stage, ids, 'provider_request_id is not null');
    const restart = await stage.redis?.kill();
    control.release({ step: 'COMPLETED' });
    await wait(awayMs);
    await restart?.();
    const returnedAt = Date.now();
    await until(async () => (await countCompleted(stage, ids)) > 0);
    const seconds = (Date.now() - returnedAt) / 1_000;
    await ended(ids);
    const completed = await countCompleted(stage, ids);
    const restarts = stage.processes.all.flatMap(({ unexpectedEnds }) => unexpectedEnds);
    return {
      measured: `went on after ${seconds.toFixed(1)} s, ${completed} of 20 completed, ${restarts.length} processes ended`,
      isKept: seconds <= 10 && completed === 20 && restarts.length === 0,
    };
  },
};

const offlinePage: Row = {
  id: 'R16',
  promise: 'a page that is offline for 30 s shows the end within 2 s of its reconnection',
  async measure({ stage, addUser, image, submitAll, ended }) {
    const client = await addUser(1_000);
    const link = await openLink(() => Number(new URL(stage.url).port));
    const page = openPage(client, `http://127.0.0.1:${link.port}`);
    try {
      stage.emulator.control.hold({ step: 'COMPLETED' });
      const [id = ''] = await submitAll(client, [image('')]);
      await reached(stage, [id], 'provider_request_id is not null');
      await until(() => page.states.has(id));
      link.setMode('refusing');
      stage.emulator.control.release({ step: 'COMPLETED' });
      await ended([id]);
      await wait(30_000);
      link.setMode('open');
      await until(() => page.states.get(id)?.status === 'completed');
      const seconds = (Date.now() - page.connectedAtMs()) / 1_000;
      return { measured: `after ${seconds.toFixed(2)} s`, isKept: seconds <= 2 };
    } finally {
      page.close();
      await link.close();
    }
  },
};

async function countCompleted({ db }: Stage, ids: readonly string[]): Promise<number> {
  const text = "select count(*)::int as count from generation where id = any($1) and status = 'completed'";
  return (await db.pool.query<{ count: number }>(text, [ids])).rows[0]?.count ?? 0;
}

async function reached({ db }: Stage, ids: readonly string[], condition: string): Promise<void> {
  const text = `select count(*)::int as count from generation where id = any($1) and ${condition}`;
  await until(async () => (await db.pool.query(text, [ids])).rows[0]?.count === ids.length);
}

const everyMs = 20;

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(everyMs);
}

export const recoveryRows: readonly Row[] = [
  notEnqueued,
  answerLost,
  earlyWebhook,
  termination,
  redisAway,
  offlinePage,
];
