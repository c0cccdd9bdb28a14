import { setTimeout as wait } from 'node:timers/promises';
import { createProducer, createQueueBackend, type QueueBackend, queueMetrics } from '@atelier/queue';
import { type ExpectedLook, lookLateness } from '../measure/look-lateness.ts';
import { mean, median, percentile } from '../measure/statistics.ts';
import { fillProvider } from '../rig/fill-provider.ts';
import { openRig, type Rig } from '../rig/open-rig.ts';
import { readUsage } from '../rig/process-usage.ts';
import type { Finding, Row, RowContext } from '../row.ts';

const counts = { redis: 20_000, postgres: 5_000 };
const maxMemoryMb = 600;
const maxLatenessMs = 2_000;
/** worker/src/generations/watch-generation.ts: `next_check_at` is the time of the next look plus this. */
const graceSeconds = 20;

type Sample = { submitting: number; looking: number; memoryMb: number | undefined };

export const inFlightRow: Row = {
  id: 'P5',
  title: 'generations in flight in one worker, held by the provider',
  isPerBackend: true,
  async run(context) {
    const count = context.isQuick ? counts[context.backend] / 10 : counts[context.backend];
    const rig = await openRig(context, { users: 1_000, workerProcesses: 1 });
    rig.emulator.control.hold({ step: 'IN_PROGRESS' });
    const queue = openQueue(context, rig);
    const producer = createProducer(queue);
    const startedAt = performance.now();
    await fillProvider(context, rig, producer, count);
    const submittedPerSecond = count / ((performance.now() - startedAt) / 1000);
    const { samples, latenesses } = await observe(context, rig, queue);
    return {
      findings: [...memory(context, samples), ...lateness(latenesses), ...slots(samples)],
      notes: [
        `${count} generations, submitted at ${Math.round(submittedPerSecond)}/s, then watched: ${latenesses.length} looks`,
        'were due. A look is seen when its call reaches the provider, and due at the time kept in the database.',
      ],
    };
  },
};

function openQueue({ resources, redisUrl, say }: RowContext, { stack }: Rig): QueueBackend {
  const onError = (error: Error) => say(`[queue] ${error.message}`);
  const queue = createQueueBackend({ redisUrl, databaseUrl: stack.databaseUrl, onError });
  resources.defer(() => queue.close());
  return queue;
}

async function observe({ isQuick }: RowContext, rig: Rig, queue: QueueBackend) {
  await untilDispatched(queue);
  const expected = await listExpectedLooks(rig);
  const endMs = Date.now() + (isQuick ? 30_000 : 75_000);
  const samples: Sample[] = [];
  while (Date.now() < endMs) {
    samples.push(await takeSample(queue));
    await wait(1_000);
  }
  const seen = rig.emulator.control
    .requests('status')
    .map(({ requestId = '', atMs }) => ({ requestId, atMs }));
  // Looks due in the last seconds have no time left to be late in.
  return { samples, latenesses: lookLateness(expected, seen, { untilMs: endMs - 5_000, endMs }) };
}

/** The provider has them all; their last jobs may still be at work in the database. */
async function untilDispatched(queue: QueueBackend): Promise<void> {
  const endsAt = performance.now() + 30_000;
  while (performance.now() < endsAt) {
    const dispatching = (await queueMetrics(queue)).find(({ name }) => name === 'dispatch-generation');
    if (!dispatching || dispatching.counts.active + dispatching.counts.waiting === 0) return;
    await wait(200);
  }
  throw new Error('Submissions did not come to an end');
}

async function listExpectedLooks({ db }: Rig): Promise<ExpectedLook[]> {
  const { rows } = await db.pool.query<ExpectedLook>(
    `select provider_request_id as "requestId",
            (extract(epoch from next_check_at - make_interval(secs => $1)) * 1000)::float as "dueAtMs"
       from generation where status = 'processing'`,
    [graceSeconds],
  );
  return rows;
}

async function takeSample(queue: QueueBackend): Promise<Sample> {
  const metrics = await queueMetrics(queue);
  const activeIn = (name: string) => metrics.find((queue) => queue.name === name)?.counts.active ?? 0;
  return {
    submitting: activeIn('dispatch-generation') + activeIn('finish-generation'),
    looking: activeIn('watch-generation'),
    memoryMb: readUsage('worker').memoryMb,
  };
}

function memory({ backend }: RowContext, samples: readonly Sample[]): Finding[] {
  const values = samples.flatMap(({ memoryMb }) => memoryMb ?? []);
  if (values.length === 0) return [];
  const value = Math.max(...values);
  const what = "the worker's memory, highest";
  if (backend === 'postgres') return [{ what, measured: { value, unit: 'MB' } }];
  const target = `under ${maxMemoryMb} MB`;
  return [{ what, measured: { value, unit: 'MB' }, target, isMet: value < maxMemoryMb }];
}

function lateness(latenesses: readonly number[]): Finding[] {
  const p99Ms = percentile(latenesses, 0.99);
  return [
    { what: 'lateness of looks, p50', measured: { value: percentile(latenesses, 0.5), unit: 'ms' } },
    {
      what: 'lateness of looks, p99',
      measured: { value: p99Ms, unit: 'ms' },
      target: `under ${maxLatenessMs} ms`,
      isMet: p99Ms < maxLatenessMs,
    },
  ];
}

function slots(samples: readonly Sample[]): Finding[] {
  // Not the highest: a submission that the sweeper repeats takes a slot for a moment, which is not holding one.
  const held = median(samples.map(({ submitting }) => submitting));
  return [
    {
      what: 'slots held for a running generation',
      measured: { value: held, unit: 'jobs' },
      target: 'none',
      isMet: held === 0,
    },
    {
      what: 'looks under way, mean',
      measured: { value: mean(samples.map(({ looking }) => looking)), unit: 'jobs' },
    },
  ];
}
