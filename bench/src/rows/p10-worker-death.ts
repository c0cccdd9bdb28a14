import { createProducer, type Producer, type QueueBackend, queueMetrics } from '@atelier/queue';
import { percentile } from '../measure/statistics.ts';
import { waitUntil } from '../measure/wait-until.ts';
import { fillProvider } from '../rig/fill-provider.ts';
import { openQueue } from '../rig/open-queue.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import { proveLedger } from '../rig/prove-ledger.ts';
import type { Finding, Row, RowContext } from '../row.ts';

const maxRestartSeconds = 60;
const maxRecoverySeconds = 20;
/** Of the 16 finish jobs that a worker takes at a time. */
const minActive = 12;
const patienceMs = 300_000;

/** Times are in ms since the moment that the part is about; absent ends never came. */
type Ends = { ms: number[]; missing: number; failed: number };
type Worker = Rig['stack']['workers'][number];
type Bench = { context: RowContext; rig: Rig; queue: QueueBackend; producer: Producer };

export const workerDeathRow: Row = {
  id: 'P10',
  title: 'all workers die (kill -9) with generations in flight',
  isPerBackend: true,
  async run(context) {
    const count = context.isQuick ? 100 : 500;
    const rig = await openRig(context, { users: 100, workerProcesses: 2 });
    const queue = openQueue(context, rig);
    const bench: Bench = { context, rig, queue, producer: createProducer(queue) };
    const death = await measureDeath(bench, count);
    context.say(`${count} ended after the restart; now in the middle of finishing`);
    const stall = await measureStall(bench, death.worker, context.isQuick ? 50 : 200);
    await proveLedger(rig);
    return {
      findings: [...deathFindings(death), ...stallFindings(stall)],
      notes: [
        `${count} generations at the provider as both workers were killed; it ended them and told the api before one`,
        `worker was started again (ready after ${(death.readyMs / 1000).toFixed(1)} s). Then ${stall.count} more: that worker was killed`,
        `while ${stall.active.ms.length + stall.active.missing} were being finished, and another started at once. Every end is the database's; the ledger was proven.`,
      ],
    };
  },
};

async function measureDeath({ context, rig, queue, producer }: Bench, count: number) {
  const { stack, emulator } = rig;
  emulator.control.hold({ step: 'IN_PROGRESS' });
  await fillProvider(context, rig, producer, count);
  await untilDispatched(queue);
  await Promise.all(stack.workers.map(kill));
  emulator.control.release();
  await untilTold(rig, count);
  const startedAtMs = Date.now();
  const worker = await stack.startWorker();
  const readyMs = Date.now() - startedAtMs;
  const ids = await listRunning(rig);
  if (ids.length !== count) throw new Error(`${ids.length} of ${count} generations waited for a worker`);
  return { worker, readyMs, ends: await readEnds(rig, ids, startedAtMs) };
}

async function measureStall({ context, rig, queue, producer }: Bench, worker: Worker, count: number) {
  const { control } = rig.emulator;
  // Its counts begin anew: the filling goes by them.
  control.reset();
  control.hold({ step: 'IN_PROGRESS' });
  await fillProvider(context, rig, producer, count);
  await untilDispatched(queue);
  control.release();
  const isBusy = await waitUntil(async () => (await finishing(queue)) >= minActive, {
    limitMs: 60_000,
    everyMs: 5,
  });
  if (!isBusy) throw new Error(`There were never ${minActive} generations being finished at a time`);
  const killedAtMs = Date.now();
  await kill(worker);
  const running = new Set(await listRunning(rig));
  // Only workers look for stalled jobs, so what was active still stands as active now.
  const jobs = await queue.queue('finish-generation').getActive();
  const stalled = new Set(jobs.map(({ data }) => String(data.generationId)).filter((id) => running.has(id)));
  await rig.stack.startWorker();
  const others = [...running].filter((id) => !stalled.has(id));
  const active = await readEnds(rig, [...stalled], killedAtMs);
  return { count, active, others: await readEnds(rig, others, killedAtMs) };
}

async function kill({ pid, ended }: Worker): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await ended;
}

/** The provider has them all; their last jobs may still be at work in the database. */
async function untilDispatched(queue: QueueBackend): Promise<void> {
  const isDone = await waitUntil(
    async () => {
      const { active, waiting } = (await countsOf(queue, 'dispatch-generation')) ?? { active: 0, waiting: 0 };
      return active + waiting === 0;
    },
    { limitMs: 30_000 },
  );
  if (!isDone) throw new Error('Submissions did not come to an end');
}

async function finishing(queue: QueueBackend): Promise<number> {
  return (await countsOf(queue, 'finish-generation'))?.active ?? 0;
}

async function countsOf(queue: QueueBackend, name: string) {
  return (await queueMetrics(queue)).find((one) => one.name === name)?.counts;
}

/** Every webhook was taken by the api. */
async function untilTold({ emulator }: Rig, count: number): Promise<void> {
  const isTold = await waitUntil(
    () => emulator.control.webhooks().filter(({ status }) => status === 200).length >= count,
    { limitMs: 120_000 },
  );
  if (!isTold) throw new Error('The api did not take every webhook while there was no worker');
}

async function listRunning({ db }: Rig): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>('select id from generation where finished_at is null');
  return rows.map(({ id }) => id);
}

async function readEnds({ db }: Rig, ids: readonly string[], sinceMs: number): Promise<Ends> {
  const read = async () => {
    const { rows } = await db.pool.query<{ status: string; atMs: number }>(
      `select status, (extract(epoch from finished_at) * 1000)::float as "atMs"
         from generation where id = any($1) and finished_at is not null`,
      [ids],
    );
    return rows;
  };
  await waitUntil(async () => (await read()).length === ids.length, { limitMs: patienceMs, everyMs: 200 });
  const rows = await read();
  return {
    ms: rows.map(({ atMs }) => atMs - sinceMs),
    missing: ids.length - rows.length,
    failed: rows.filter(({ status }) => status !== 'completed').length,
  };
}

function deathFindings({ ends }: { ends: Ends }): Finding[] {
  return [
    ...timeFindings('restart to end', ends, maxRestartSeconds),
    lostFinding('not ended', ends.missing),
    lostFinding('ended without their result', ends.failed),
  ];
}

function stallFindings({ active, others }: { active: Ends; others: Ends }): Finding[] {
  return [
    ...timeFindings('kill to end, being finished then', active, maxRecoverySeconds),
    { what: 'kill to end, the others, slowest', measured: seconds(others, 1) },
    lostFinding('not ended', active.missing + others.missing),
    lostFinding('ended without their result', active.failed + others.failed),
  ];
}

function timeFindings(what: string, ends: Ends, maxSeconds: number): Finding[] {
  const slowest = seconds(ends, 1);
  return [
    { what: `${what}, p50`, measured: seconds(ends, 0.5) },
    {
      what: `${what}, slowest`,
      measured: slowest,
      target: `at most ${maxSeconds} s`,
      isMet: ends.missing === 0 && slowest.value <= maxSeconds,
    },
  ];
}

function seconds({ ms }: Ends, share: number): Finding['measured'] {
  return { value: percentile(ms, share) / 1000, unit: 's' };
}

function lostFinding(what: string, value: number): Finding {
  return { what, measured: { value, unit: 'jobs' }, target: 'none', isMet: value === 0 };
}
