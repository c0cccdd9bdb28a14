import { z } from 'zod';

export type JobDefinition = {
  /** Ids only: job data is shown in clear on the board and in logs. */
  payload: z.ZodType<Record<string, string | number>>;
  /** How often a job may run in all; stalls and self-delays do not count. */
  attempts: number;
  /** Wait before the second attempt; doubled before each later one. */
  backoffMs: number;
  /** Jobs of this name that one worker process runs at a time. */
  concurrency: number;
};

const generationPayload = z.strictObject({ generationId: z.uuid() });
/** `run` is the generation's watch_run: a chain of looks ends when a newer one has begun. */
const watchPayload = z.strictObject({ generationId: z.uuid(), run: z.int() });
const emptyPayload = z.strictObject({});

/**
 * Every job; its name is also the name of its queue. A new one needs a line here and a handler in the worker:
 * the consumer refuses to start without.
 */
export const jobs = {
  // One attempt: submitting to the provider is not idempotent, so the database decides on a second try.
  'dispatch-generation': { payload: generationPayload, attempts: 1, backoffMs: 0, concurrency: 10 },
  // Delays itself between looks, which consumes no attempt; the three are for failures of a look.
  'watch-generation': { payload: watchPayload, attempts: 3, backoffMs: 2_000, concurrency: 50 },
  'finish-generation': { payload: generationPayload, attempts: 5, backoffMs: 2_000, concurrency: 16 },
  // One attempt each: the database counts them and says when the next one is due.
  'deliver-webhook': { payload: generationPayload, attempts: 1, backoffMs: 0, concurrency: 20 },
  // Repeats by its schedule; a retry would only run into the next one.
  sweep: { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  'delete-files': { payload: generationPayload, attempts: 5, backoffMs: 5_000, concurrency: 4 },
  'reconcile-ledger': { payload: emptyPayload, attempts: 3, backoffMs: 60_000, concurrency: 1 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

export const jobNames = Object.keys(jobs) as JobName[];

/**
 * A killed worker's job is taken over after about lock + check. BullMQ's own 30 s each would take a minute or more,
 * and its one permitted stall would turn a second kill into a failure for good.
 */
export const stallSettings = {
  lockDurationMs: 12_000,
  stalledIntervalMs: 4_000,
  maxStalledCount: 5,
} as const;

/**
 * On PostgreSQL a kept job costs every later one: each end looks through all that are kept and waits for whoever removes
 * the same ones (at 200 jobs a second, seconds). Failed ones are kept for the board on both.
 */
const retentionOn = {
  postgres: { removeOnComplete: true },
  redis: { removeOnComplete: { age: 3_600, count: 1_000 } },
} as const;
const removeOnFail = { age: 7 * 24 * 3_600, count: 5_000 };

/** BullMQ's options for every job of a name. Jitter keeps jobs that failed together from returning together. */
export function jobOptionsOf(name: JobName, store: keyof typeof retentionOn) {
  const { attempts, backoffMs } = jobs[name];
  const options = { attempts, ...retentionOn[store], removeOnFail };
  if (backoffMs === 0) return options;
  return { ...options, backoff: { type: 'exponential' as const, delay: backoffMs, jitter: 0.5 } };
}
