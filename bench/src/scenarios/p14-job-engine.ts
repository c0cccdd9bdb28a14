import { setTimeout as wait } from 'node:timers/promises';
import { type JobEngine, openJobEngine } from '../harness/job-engine.ts';
import { type JobStress, jobStresses } from '../harness/job-stress.ts';
import type { FlowWindow } from '../measure/job-flow.ts';
import { percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const replicas = 2;
const concurrency = 16;
const peakConcurrencies = [4, 16, 64];
/** Share of the peak that is offered while nothing else happens: the load of a queue that is busy and not full. */
const offeredShare = 0.4;
const lostAfterMs = 60_000;

/** The scenarios of github.com/hardbyte/postgresql-job-queue-benchmarking on the queues of the product, shortened. */
export const jobEngineScenario: Scenario = {
  id: 'P14',
  title: 'the job engine alone: throughput, pick-up, pressure and chaos',
  isPerBackend: true,
  async run(context) {
    const engine = await openJobEngine(context);
    const seconds = context.isQuick ? { clean: 2, stress: 4, after: 3 } : { clean: 8, stress: 20, after: 12 };
    const findings: Finding[] = [];
    let peak = 0;
    for (const each of peakConcurrencies) {
      const window = await measurePeak(engine, each, seconds.clean);
      peak = Math.max(peak, window.perSecond);
      findings.push({ what: `${each} at a time, peak`, measured: perSecond(window.perSecond) });
    }
    const offered = Math.round(peak * offeredShare);
    const stresses = jobStresses.filter((stress) => isPossible(stress, engine));
    await engine.setReplicas(replicas, concurrency);
    findings.push(...(await measureUndisturbed(engine, offered, seconds.clean)));
    for (const stress of stresses) {
      context.print(`${stress.name}, ${offered} jobs/s offered`);
      findings.push(...(await measureStress(engine, stress, offered, seconds)));
    }
    return { findings, notes: listNotes(context, engine, offered, seconds) };
  },
};

function isPossible({ onlyOn, needsOwnStore }: JobStress, { backend, store }: JobEngine): boolean {
  return (onlyOn ?? backend) === backend && (!needsOwnStore || store !== undefined);
}

/** Measures how many jobs one process finishes that runs `each` of them at a time. */
async function measurePeak(engine: JobEngine, each: number, seconds: number): Promise<FlowWindow> {
  await engine.setReplicas(1, each);
  await engine.saturate(seconds / 2);
  engine.flow.take();
  await engine.saturate(seconds);
  const window = engine.flow.take();
  await engine.drain(lostAfterMs);
  return window;
}

async function measureUndisturbed(engine: JobEngine, offered: number, seconds: number): Promise<Finding[]> {
  engine.offer(offered);
  await wait(1_000);
  engine.flow.take();
  await wait(seconds * 1000);
  return pickUps('undisturbed', engine.flow.take());
}

async function measureStress(
  engine: JobEngine,
  stress: JobStress,
  offered: number,
  seconds: { clean: number; stress: number; after: number },
): Promise<Finding[]> {
  const { flow } = engine;
  engine.offer(0);
  const before = { repeats: flow.repeats(), lost: await engine.drain(lostAfterMs) };
  engine.offer(offered);
  await wait(1_000);
  flow.take();
  await wait(seconds.clean * 1000);
  const clean = flow.take();
  engine.offer(offered * (stress.load ?? 1));
  await stress.run(engine, seconds.stress * 1000);
  const during = flow.take();
  const dead = await countDeadRows(engine);
  engine.offer(offered);
  await wait(seconds.after * 1000);
  const after = flow.take();
  engine.offer(0);
  const lost = (await engine.drain(lostAfterMs)) - before.lost;
  const reference = { ...perSecond(clean.perSecond), what: 'clean' };
  const rate = (what: string, window: FlowWindow): Finding => ({
    what: `${stress.name}: ${what}`,
    measured: perSecond(window.perSecond),
    reference,
  });
  const isBack = { target: 'at least 0.95 of clean', isMet: after.perSecond >= 0.95 * clean.perSecond };
  return [
    rate('meanwhile', during),
    { ...rate('afterwards', after), ...isBack },
    ...(stress.sort === 'pressure' ? pickUps(stress.name, during) : []),
    { what: `${stress.name}: lost`, measured: jobs(lost), target: 'none', isMet: lost === 0 },
    { what: `${stress.name}: run again`, measured: jobs(flow.repeats() - before.repeats) },
    ...(dead === undefined
      ? []
      : [{ what: `${stress.name}: dead rows`, measured: { value: dead, unit: 'rows' as const } }]),
  ];
}

/** Rows of the queues that are no more and still there. */
async function countDeadRows(engine: JobEngine): Promise<number | undefined> {
  if (engine.backend !== 'postgres') return undefined;
  const admin = await engine.connect();
  const { rows } = await admin.query<{ dead: string }>(
    `select coalesce(sum(n_dead_tup), 0) as dead from pg_stat_user_tables where schemaname = 'bullmq'`,
  );
  await admin.end();
  return Number(rows[0]?.dead);
}

function pickUps(what: string, { pickUpMs }: FlowWindow): Finding[] {
  return [0.5, 0.99].map((share) => ({
    what: `${what}: picked up, p${share * 100}`,
    measured: { value: percentile(pickUpMs, share), unit: 'ms' },
  }));
}

const perSecond = (value: number) => ({ value, unit: '/s' as const });
const jobs = (value: number) => ({ value, unit: 'jobs' as const });

function listNotes(
  { backend }: ScenarioContext,
  { store, flow }: JobEngine,
  offered: number,
  seconds: { clean: number; stress: number; after: number },
): string[] {
  return [
    `${offered} jobs/s of 1 ms offered to ${replicas} processes of ${concurrency} at a time; ${seconds.clean} s clean, ` +
      `${seconds.stress} s of stress, ${seconds.after} s after it. Peaks are of one process.`,
    `${flow.refusals()} jobs were refused while the store was away; their senders know it. What a killed store had ` +
      'acknowledged and not yet written is enqueued again by the sweeper of the product, which is not part of this.',
    ...(store === undefined
      ? ['No redis-server program: the scenarios that take the store away were not run.']
      : []),
    ...(backend === 'redis'
      ? ['What a long transaction and readers of the tables cost is asked of PostgreSQL alone.']
      : []),
  ];
}
