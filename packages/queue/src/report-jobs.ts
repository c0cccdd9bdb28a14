import type { Worker } from 'bullmq';
import { inContextOf } from './job-run.ts';
import type { JobName } from './jobs.ts';
import type { OnError } from './store-connections.ts';

type LogLine = (fields: object, message: string) => void;
/** The part of a pino logger that is used here. */
export type QueueLog = { debug: LogLine; warn: LogLine; error: LogLine };

/** Tells the log about each end of a job; a job that failed for good also goes to `onError`. */
export function reportJobs(worker: Worker, name: JobName, log: QueueLog, onError: OnError): void {
  worker.on('completed', (job) => {
    const fields = { job: name, jobId: job.id, attempt: job.attemptsMade };
    inContextOf(job, () => log.debug(fields, 'job completed'));
  });
  worker.on('failed', (job, error) => {
    const fields = { job: name, jobId: job?.id, attempt: job?.attemptsMade, err: error };
    inContextOf(job, () => {
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
