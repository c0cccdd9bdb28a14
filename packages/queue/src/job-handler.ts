import { AsyncLocalStorage } from 'node:async_hooks';
import { isAppError } from '@atelier/contract';
import { DelayedError, type Job, UnrecoverableError } from 'bullmq';
import { type JobName, type JobPayload, jobs } from './jobs.ts';

export type JobContext = {
  jobId: string;
  /** 1 for the first attempt. A stall or a self-delay does not raise it. */
  attempt: number;
  /** Whether a failure of this attempt is final. */
  isLastAttempt: boolean;
  /** Aborts when the worker abandons the job, at shutdown after the cap. */
  signal: AbortSignal | undefined;
  /**
   * Ends this run and reschedules the job for the given time, without using an attempt or occupying a slot. It throws,
   * so nothing after it runs; call it outside of try blocks.
   */
  delayUntil(timestampMs: number): never;
};

export type JobHandler<Name extends JobName> = (
  payload: JobPayload<Name>,
  context: JobContext,
) => Promise<void>;
export type JobHandlers = { [Name in JobName]: JobHandler<Name> };

/** One run of a job, as logs and traces see it. */
type JobRun = {
  name: JobName;
  jobId: string;
  payload: Readonly<Record<string, string | number>>;
  /** Trace context of the span that enqueued the job; see ProducerOptions.trace. */
  traceParent: string | undefined;
};

/** Wraps each run: it must call the work once and settle as the work does. A run that delays itself is not a failure. */
export type AroundJob = (run: JobRun, work: () => Promise<void>) => Promise<void>;

/**
 * Decides, in this place only, whether an error is retried: an AppError when its code says so, any other error by the
 * job's policy, and data that does not parse never.
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
      // PostgreSQL accepts whole milliseconds only.
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
      contexts.set(job, AsyncLocalStorage.snapshot());
      outcome.delay = await catchDelay(() => handler(payload.data as JobPayload<Name>, context));
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

/** A class of our own, so that handlers do not depend on BullMQ's. */
class DelayRequest extends Error {
  readonly timestampMs: number;

  constructor(timestampMs: number) {
    super('The job asked to run again later');
    this.timestampMs = timestampMs;
  }
}

async function catchDelay(work: () => Promise<void>): Promise<DelayRequest | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (error instanceof DelayRequest) return error;
    throw error;
  }
}

/** BullMQ reports the end of a job outside of its run; log lines about it still belong to the run. */
const contexts = new WeakMap<Job, (work: () => void) => void>();

/** Does the work in the async context of the job's run, if there was one. */
export function runInContext(job: Job | undefined, work: () => void): void {
  const run = job && contexts.get(job);
  if (run) run(work);
  else work();
}
