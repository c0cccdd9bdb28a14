import { AppError } from '@atelier/contract';
import { z } from 'zod';

export type JobDefinition = {
  /** Ids only: job data is readable on the board and in logs. */
  payload: z.ZodType<Record<string, string | number>>;
  /** Total number of runs; stalls and self-delays do not count. */
  attempts: number;
  /** Delay before the second attempt; it doubles before each later one. */
  backoffMs: number;
  /** Jobs of this name that one worker process runs at a time. */
  concurrency: number;
};

const generationPayload = z.strictObject({ generationId: z.uuid() });
/** `run` is the generation's watch_run: a round of polls ends when a newer one has begun. */
const watchPayload = z.strictObject({ generationId: z.uuid(), run: z.int() });
const pushPayload = z.strictObject({ pushId: z.uuid() });
const mailPayload = z.strictObject({ mailId: z.uuid() });
const takeOutPayload = z.strictObject({ takeOutId: z.uuid() });
const cutPayload = z.strictObject({ cutId: z.uuid() });
const emptyPayload = z.strictObject({});

/**
 * Every job; its name is also the name of its queue. A new one needs a line here and a handler in the worker, without
 * which the consumer refuses to start.
 */
export const jobs = {
  // One attempt: submitting to the provider is not idempotent, so the database decides about a second one.
  'dispatch-generation': { payload: generationPayload, attempts: 1, backoffMs: 0, concurrency: 10 },
  // Delays itself between polls, which uses no attempt; the three attempts are for polls that fail.
  'watch-generation': { payload: watchPayload, attempts: 3, backoffMs: 2_000, concurrency: 50 },
  'finish-generation': { payload: generationPayload, attempts: 5, backoffMs: 2_000, concurrency: 16 },
  // One attempt per job: the database counts them and knows when the next one is due.
  'deliver-webhook': { payload: generationPayload, attempts: 1, backoffMs: 0, concurrency: 20 },
  // One attempt per push message, as for webhooks.
  'send-push': { payload: pushPayload, attempts: 1, backoffMs: 0, concurrency: 20 },
  // One attempt per mail, as for webhooks. Few at a time: mail servers limit the connections of one sender.
  'send-mail': { payload: mailPayload, attempts: 1, backoffMs: 0, concurrency: 3 },
  // Repeated by its schedule; a retry would only collide with the next run.
  sweep: { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  'delete-files': { payload: generationPayload, attempts: 5, backoffMs: 5_000, concurrency: 4 },
  // Repeated by its schedule; the next run continues unfinished work.
  'erase-accounts': { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  // One attempt per job: the database counts them. One at a time: a large archive reads every file of its user.
  'prepare-take-out': { payload: takeOutPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  // One attempt per job: the database counts them. One at a time: a render takes a core for minutes.
  'render-cut': { payload: cutPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  // Repeated by its schedule every day; the next run continues unfinished work.
  'archive-generations': { payload: emptyPayload, attempts: 3, backoffMs: 60_000, concurrency: 1 },
  // Repeated by its schedule every hour; existing checkpoints are not made again.
  'checkpoint-ledger': { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  // Repeated by its schedule every night; the next run continues unfinished work.
  'compare-storage': { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
  'reconcile-ledger': { payload: emptyPayload, attempts: 3, backoffMs: 60_000, concurrency: 1 },
  // The next run repeats kinds for which fal does not answer; the attempts are for the database.
  'check-kinds': { payload: emptyPayload, attempts: 3, backoffMs: 60_000, concurrency: 1 },
  // Repeated by its schedule every hour; the next run repeats what fal did not answer.
  'reconcile-costs': { payload: emptyPayload, attempts: 1, backoffMs: 0, concurrency: 1 },
} as const satisfies Record<string, JobDefinition>;

export type JobName = keyof typeof jobs;
export type JobPayload<Name extends JobName> = z.output<(typeof jobs)[Name]['payload']>;

export const jobNames = Object.keys(jobs) as JobName[];

/**
 * Another worker takes over a killed worker's job after about lock + check. BullMQ's own 30 s each would take a minute,
 * and its single permitted stall would turn a second kill into a final failure.
 */
export const stallSettings = {
  lockDurationMs: 12_000,
  stalledIntervalMs: 4_000,
  maxStalledCount: 5,
} as const;

/**
 * Keeps completed jobs on Redis only. On PostgreSQL a kept job slows down every later one: each end scans all kept jobs
 * and waits for transactions that remove the same ones (at 200 jobs a second, for seconds). Failed jobs are kept for
 * the board on both.
 */
const retentionOn = {
  postgres: { removeOnComplete: true },
  redis: { removeOnComplete: { age: 3_600, count: 1_000 } },
} as const;
const removeOnFail = { age: 7 * 24 * 3_600, count: 5_000 };

/** BullMQ's options for every job of a name. Jitter spreads the retries of jobs that failed together. */
export function getJobOptions(name: JobName, store: keyof typeof retentionOn) {
  const { attempts, backoffMs } = jobs[name];
  const options = { attempts, ...retentionOn[store], removeOnFail };
  if (backoffMs === 0) return options;
  return { ...options, backoff: { type: 'exponential' as const, delay: backoffMs, jitter: 0.5 } };
}

// BullMQ builds keys with colons and treats bare integers as ids of its own.
const allowedJobId = /^(?!\d+$)[\w.-]{1,200}$/;

/**
 * The id of a generation's job. An id that is added again is ignored for as long as the finished job is kept, so a job
 * that should run again needs a higher `run`, a number from the database and never from the queue.
 */
export function generationJobId(step: string, generationId: string, run: number): string {
  return `gen-${generationId}-${step}-${run}`;
}

/** @throws AppError internal_error for an id that a backend would refuse or misread. */
export function assertJobId(jobId: string): void {
  if (allowedJobId.test(jobId)) return;
  throw new AppError('internal_error', {
    message: `A job id consists of letters, digits, dots, dashes and underscores, and not only digits: "${jobId}"`,
  });
}
