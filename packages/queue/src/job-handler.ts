import { isAppError } from '@atelier/contract';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { type AroundJob, keepContext } from './job-run.ts';
import { type JobName, type JobPayload, jobs } from './jobs.ts';

export type JobContext = {
  jobId: string;
  /** 1 for the first attempt. A stall or a self-delay does not raise it. */
  attempt: number;
  /** A failure now ends the job for good. */
  isLastAttempt: boolean;
  /** Aborts when the worker gives the job up: at shutdown after the cap. */
  signal: AbortSignal | undefined;
  /**
   * Ends this run and has the job come back at the time, without using an attempt or holding a slot. It throws, so
   * nothing after it runs; call it outside of try blocks.
   */
  delayUntil(timestampMs: number): never;
};

export type JobHandler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;
export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

/** A class of our own, so that a handler need not know BullMQ's. */
class DelayRequest extends Error {
  readonly timestampMs: number;

  constructor(timestampMs: number) {
    super('The job asked to run again later');
    this.timestampMs = timestampMs;
  }
}

/**
 * The only place where an error becomes a retry. An AppError retries when its code says so; any other error retries
 * by the job's policy; data that does not parse never does.
 */
export async function runJob<Name extends JobName>(
  name: Name,
  { handler, around }: { handler: JobHandler<Name>; around: AroundJob },
  job: Job,
  token: string | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const payload = jobs[name].payload.safeParse(job.data);
  if (!payload.success) throw new UnrecoverableError(`Bad payload: ${payload.error.message}`);
  const context: JobContext = {
    jobId: job.id ?? '',
    attempt: job.attemptsMade + 1,
    isLastAttempt: job.attemptsMade + 1 >= jobs[name].attempts,
    signal,
    delayUntil(timestampMs) {
      // PostgreSQL takes whole milliseconds only.
      throw new DelayRequest(Math.round(timestampMs));
    },
  };
  const run = {
    name,
    jobId: context.jobId,
    payload: payload.data,
    traceParent: job.opts.telemetry?.metadata,
  };
  const outcome: { delay?: DelayRequest | undefined } = {};
  try {
    await around(run, async () => {
      keepContext(job);
      outcome.delay = await delayOf(() => handler(payload.data as JobPayload<Name>, context));
    });
  } catch (error) {
    if (isAppError(error) && !error.isRetryable) {
      throw Object.assign(new UnrecoverableError(`${error.code}: ${error.message}`), { cause: error });
    }
    throw error;
  }
  if (!outcome.delay) return;
  await job.moveToDelayed(outcome.delay.timestampMs, token);
  throw new DelayedError();
}

async function delayOf(work: () => Promise<void>): Promise<DelayRequest | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DelayRequest) return error;
    throw error;
  }
}
