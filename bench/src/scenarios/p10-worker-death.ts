import { createProducer, type Producer, type QueueBackend } from '@atelier/queue';
import { checkLedger, type Harness, openHarness } from '../harness/open-harness.ts';
import { countJobs, fillProvider, openQueue, untilDispatched } from '../harness/queue.ts';
import { percentile } from '../measure/statistics.ts';
import { waitUntil } from '../measure/wait-until.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const maxRestartSeconds = 60;
const maxRecoverySeconds = 20;
/** Finish jobs that must be active, of the 16 that a worker runs concurrently. */
const minActive = 12;
const timeoutMs = 300_000;

/** Times are in ms since the restart or kill; `missing` never ended. */
type Ends = { ms: number[]; missing: number; failed: number };
type Worker = Harness['stack']['workers'][number];
type Bench = { context: ScenarioContext; harness: Harness; queue: QueueBackend; producer: Producer };

export const workerDeathScenario: Scenario = {
  id: 'P10',
  title: 'all workers die (kill -9) with generations in flight',
  isPerBackend: true,
  async run(context) {
    const count = context.isQuick ? 100 : 500;
    const harness = await openHarness(context, { users: 100, workerProcesses: 2 });
    const queue = openQueue(context, harness);
    const bench: Bench = { context, harness, queue, producer: createProducer(queue) };
    const death = await measureDeath(bench, count);
    context.print(`${count} ended after the restart; now killing a worker while it finishes`);
    const stall = await measureStall(bench, death.worker, context.isQuick ? 50 : 200);
    await checkLedger(harness);
    return {
      findings: [...deathFindings(death), ...stallFindings(stall)],
      notes: [
        `${count} generations were at the provider when both workers were killed; it ended them and notified the api before one`,
        `worker was restarted (ready after ${(death.readyMs / 1000).toFixed(1)} s). Then ${stall.count} more: that worker was killed`,
        `while ${stall.active.ms.length + stall.active.missing} were being finished, and another started immediately. Ends are read from the database; the ledger was checked.`,
      ],
    };
  },
};

async function measureDeath({ context, harness, queue, producer }: Bench, count: number) {
  const { stack, emulator } = harness;
  emulator.control.hold({ step: 'IN_PROGRESS' });
  await fillProvider(context, harness, producer, count);
  await untilDispatched(queue);
  await Promise.all(stack.workers.map(kill));
  emulator.control.release();
  await untilNotified(harness, count);
  const startedAtMs = Date.now();
  const worker = await stack.startWorker();
  const readyMs = Date.now() - startedAtMs;
  const ids = await listRunning(harness);
  if (ids.length !== count) throw new Error(`${ids.length} of ${count} generations waited for a worker`);
  return { worker, readyMs, ends: await readEnds(harness, ids, startedAtMs) };
}

async function measureStall({ context, harness, queue, producer }: Bench, worker: Worker, count: number) {
  const { control } = harness.emulator;
  // Resets the counts, which fillProvider relies on.
  control.reset();
  control.hold({ step: 'IN_PROGRESS' });
  await fillProvider(context, harness, producer, count);
  await untilDispatched(queue);
  control.release();
  const isBusy = await waitUntil(
    async () => ((await countJobs(queue, 'finish-generation'))?.active ?? 0) >= minActive,
    {
      limitMs: 60_000,
      everyMs: 5,
    },
  );
  if (!isBusy) throw new Error(`There were never ${minActive} generations being finished at once`);
  const killedAtMs = Date.now();
  await kill(worker);
  const running = new Set(await listRunning(harness));
  // Only workers detect stalled jobs, so jobs that were active are still listed as active.
  const jobs = await queue.queue('finish-generation').getActive();
  const stalled = new Set(jobs.map(({ data }) => String(data.generationId)).filter((id) => running.has(id)));
  await harness.stack.startWorker();
  const others = [...running].filter((id) => !stalled.has(id));
  const active = await readEnds(harness, [...stalled], killedAtMs);
  return { count, active, others: await readEnds(harness, others, killedAtMs) };
}

async function kill({ pid, ended }: Worker): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await ended;
}

/** Waits until the api has accepted every webhook. */
async function untilNotified({ emulator }: Harness, count: number): Promise<void> {
  const isNotified = await waitUntil(
    () => emulator.control.webhooks().filter(({ status }) => status === 200).length >= count,
    { limitMs: 120_000 },
  );
  if (!isNotified) throw new Error('The api did not accept every webhook while there was no worker');
}

async function listRunning({ db }: Harness): Promise<string[]> {
  const { rows } = await db.pool.query<{ id: string }>('select id from generation where finished_at is null');
  return rows.map(({ id }) => id);
}

async function readEnds({ db }: Harness, ids: readonly string[], sinceMs: number): Promise<Ends> {
  const read = async () => {
    const { rows } = await db.pool.query<{ status: string; atMs: number }>(
      `select status, (extract(epoch from finished_at) * 1000)::float as "atMs"
         from generation where id = any($1) and finished_at is not null`,
      [ids],
    );
    return rows;
  };
  await waitUntil(async () => (await read()).length === ids.length, { limitMs: timeoutMs, everyMs: 200 });
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
