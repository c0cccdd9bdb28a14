import { AppError } from '@atelier/contract';
import type { Worker } from 'bullmq';
import type { QueueBackend } from './backend.ts';
import { type AroundJob, type JobHandlers, runInContext, runJob } from './job-handler.ts';
import { type JobName, jobNames, jobs, stallSettings } from './jobs.ts';
import type { OnError } from './store-connections.ts';

export type ConsumerOptions = {
  handlers: JobHandlers;
  log: QueueLog;
  /** Wraps each job, for the log context and the traces of a process. */
  around?: AroundJob;
  /** Number of jobs at a time per process; replaces the numbers in jobs.ts. */
  concurrency?: Partial<Record<JobName, number>>;
  /** Overrides for tests that kill workers; the defaults are in jobs.ts. */
  stalls?: Partial<Record<keyof typeof stallSettings, number>>;
};

export type Consumer = {
  /** Resolves when every worker is connected. */
  ready(): Promise<void>;
  /**
   * Takes no more jobs and waits for running ones, at most `capMs`; the signal of those that still run then aborts, and
   * another process takes them over when their lock expires. Resolves with whether all had finished.
   */
  close(capMs?: number): Promise<boolean>;
};

/**
 * Opens one worker per job; each takes jobs at once.
 * @throws AppError internal_error when a declared job has no handler, or a handler no job.
 */
export function createConsumer(backend: QueueBackend, options: ConsumerOptions): Consumer {
  assertHandlers(options.handlers);
  const workers = jobNames.map((name) => openWorker(backend, name, options));

  return {
    async ready() {
      await Promise.all(workers.map((worker) => worker.waitUntilReady()));
    },
    async close(capMs = 20_000) {
      const closing = Promise.all(workers.map((worker) => worker.close())).then(() => true);
      const cap = Promise.withResolvers<boolean>();
      const timer = setTimeout(() => cap.resolve(false), capMs);
      const isDrained = await Promise.race([closing, cap.promise]);
      clearTimeout(timer);
      if (!isDrained) for (const worker of workers) worker.cancelAllJobs('The worker is shutting down');
      return isDrained;
    },
  };
}

function openWorker(backend: QueueBackend, name: JobName, options: ConsumerOptions): Worker {
  const stalls = { ...stallSettings, ...options.stalls };
  const { around = (_run, work) => work() } = options;
  const work = { handler: options.handlers[name], around };
  const worker = backend.openWorker(name, (job, token, signal) => runJob(name, work, job, token, signal), {
    concurrency: options.concurrency?.[name] ?? jobs[name].concurrency,
    lockDuration: stalls.lockDurationMs,
    stalledInterval: stalls.stalledIntervalMs,
    maxStalledCount: stalls.maxStalledCount,
    // BullMQ's default is to wait 15 s before it asks a failed store again.
    runRetryDelay: 2_000,
  });
  reportJobs(worker, name, options.log, backend.onError);
  return worker;
}

function assertHandlers(handlers: Partial<Record<string, unknown>>): void {
  const missing = jobNames.filter((name) => typeof handlers[name] !== 'function');
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(jobs, name));
  if (missing.length === 0 && unknown.length === 0) return;
  throw new AppError('internal_error', {
    message: `Jobs without a handler: ${missing.join(', ') || 'none'}; handlers without a job: ${unknown.join(', ') || 'none'}`,
  });
}

type LogLine = (fields: object, message: string) => void;
/** The part of a pino logger that is used here. */
export type QueueLog = { debug: LogLine; warn: LogLine; error: LogLine };

/** Logs each end of a job; a final failure also goes to `onError`. */
function reportJobs(worker: Worker, name: JobName, log: QueueLog, onError: OnError): void {
  worker.on('completed', (job) => {
    const fields = { job: name, jobId: job.id, attempt: job.attemptsMade };
    runInContext(job, () => log.debug(fields, 'job completed'));
  });
  worker.on('failed', (job, error) => {
    const fields = { job: name, jobId: job?.id, attempt: job?.attemptsMade, err: error };
    runInContext(job, () => {
      if (job && job.finishedOn === undefined) {
        log.warn(fields, 'job failed and will run again');
        return;
      }
      log.error(fields, 'job failed for good');
      onError(error, `job ${name}`);
    });
  });
  worker.on('stalled', (jobId) => {
    log.warn({ job: name, jobId }, 'job was taken over from a worker that stopped answering');
  });
}
