import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job } from 'bullmq';
import type { JobName } from './jobs.ts';

/** One run of a job, as whoever logs and traces it sees it. */
export type JobRun = {
  name: JobName;
  jobId: string;
  payload: Readonly<Record<string, string | number>>;
  /** Of the span that enqueued it; see ProducerOptions.trace. */
  traceParent: string | undefined;
};

/** Wraps each run: it must call the work once and answer as it does. A run that delays itself is no failure. */
export type AroundJob = (run: JobRun, work: () => Promise<void>) => Promise<void>;

type InContext = (work: () => void) => void;

/** BullMQ tells of a job's end outside of its run; the lines about it belong to the run all the same. */
const contexts = new WeakMap<Job, InContext>();

export function keepContext(job: Job): void {
  contexts.set(job, AsyncLocalStorage.snapshot());
}

export function inContextOf(job: Job | undefined, work: () => void): void {
  const run = job && contexts.get(job);
  if (run) run(work);
  else work();
}
