import { setTimeout as wait } from 'node:timers/promises';
import { createProducer, type QueueBackend, queueMetrics } from '@atelier/queue';
import { type Harness, openHarness } from '../harness/open-harness.ts';
import { readUsage } from '../harness/process-usage.ts';
import { fillProvider, openQueue, untilDispatched } from '../harness/queue.ts';
import { type ExpectedPoll, pollLateness } from '../measure/poll-lateness.ts';
import { mean, median, percentile } from '../measure/statistics.ts';
import type { Finding, Scenario, ScenarioContext } from '../scenario.ts';

const counts = { redis: 20_000, postgres: 5_000 };
const maxMemoryMb = 600;
const maxLatenessMs = 2_000;
/** worker/src/generations/watch-generation.ts: `next_check_at` is the time of the next poll plus this. */
const graceSeconds = 20;

type Sample = { submitting: number; polling: number; memoryMb: number | undefined };

export const inFlightScenario: Scenario = {
  id: 'P5',
  title: 'generations in flight in one worker, held by the provider',
  isPerBackend: true,
  async run(context) {
    const count = context.isQuick ? counts[context.backend] / 10 : counts[context.backend];
    const harness = await openHarness(context, { users: 1_000, workerProcesses: 1 });
    harness.emulator.control.hold({ step: 'IN_PROGRESS' });
    const queue = openQueue(context, harness);
    const producer = createProducer(queue);
    const startedAt = performance.now();
    await fillProvider(context, harness, producer, count);
    const submittedPerSecond = count / ((performance.now() - startedAt) / 1000);
    const { samples, latenesses } = await observe(context, harness, queue);
    return {
      findings: [...memory(context, samples), ...lateness(latenesses), ...slots(samples)],
      notes: [
        `${count} generations, submitted at ${Math.round(submittedPerSecond)}/s, then watched: ${latenesses.length} polls`,
        'were due. A poll is seen when its call reaches the provider, and due at the time kept in the database.',
      ],
    };
  },
};

async function observe({ isQuick }: ScenarioContext, harness: Harness, queue: QueueBackend) {
  await untilDispatched(queue);
  const expected = await listExpectedPolls(harness);
  const endMs = Date.now() + (isQuick ? 30_000 : 75_000);
  const samples: Sample[] = [];
  while (Date.now() < endMs) {
    samples.push(await takeSample(queue));
    await wait(1_000);
  }
  const seen = harness.emulator.control
    .requests('status')
    .map(({ requestId = '', atMs }) => ({ requestId, atMs }));
  // Polls due in the last seconds could not be late any more.
  return { samples, latenesses: pollLateness(expected, seen, { untilMs: endMs - 5_000, endMs }) };
}

async function listExpectedPolls({ db }: Harness): Promise<ExpectedPoll[]> {
  const { rows } = await db.pool.query<ExpectedPoll>(
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
    polling: activeIn('watch-generation'),
    memoryMb: readUsage('worker').memoryMb,
  };
}

function memory({ backend }: ScenarioContext, samples: readonly Sample[]): Finding[] {
  const values = samples.flatMap(({ memoryMb }) => memoryMb ?? []);
  if (values.length === 0) return [];
  const value = Math.max(...values);
  const what = "the worker's memory, maximum";
  if (backend === 'postgres') return [{ what, measured: { value, unit: 'MB' } }];
  const target = `under ${maxMemoryMb} MB`;
  return [{ what, measured: { value, unit: 'MB' }, target, isMet: value < maxMemoryMb }];
}

function lateness(latenesses: readonly number[]): Finding[] {
  const p99Ms = percentile(latenesses, 0.99);
  return [
    { what: 'lateness of polls, p50', measured: { value: percentile(latenesses, 0.5), unit: 'ms' } },
    {
      what: 'lateness of polls, p99',
      measured: { value: p99Ms, unit: 'ms' },
      target: `under ${maxLatenessMs} ms`,
      isMet: p99Ms < maxLatenessMs,
    },
  ];
}

function slots(samples: readonly Sample[]): Finding[] {
  // Not the maximum: a submission that the sweeper repeats takes a slot only for a moment.
  const held = median(samples.map(({ submitting }) => submitting));
  return [
    {
      what: 'slots held for a running generation',
      measured: { value: held, unit: 'jobs' },
      target: 'none',
      isMet: held === 0,
    },
    {
      what: 'polls in progress, mean',
      measured: { value: mean(samples.map(({ polling }) => polling)), unit: 'jobs' },
    },
  ];
}
