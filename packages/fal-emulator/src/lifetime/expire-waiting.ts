import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import type { Outcome } from '../model-failure.ts';

const longestTimerMs = 2 ** 31 - 1;

/** The end of a job that has not begun within the time its client gave it. */
export const timedOutOutcome: Outcome = {
  status: 504,
  body: { detail: 'Request timed out', error_type: 'request_timeout' },
  errorType: 'request_timeout',
  timeoutType: 'user',
};

/** Ends a waiting job at its time to begin. Returns the function that stops the timer. */
export function expireWhenLate(context: Context, job: Job): () => void {
  const { beginByMs } = job.terms;
  if (beginByMs === undefined) return () => undefined;
  const leftMs = Math.max(0, beginByMs - context.clock.nowMs());
  const timer = setTimeout(() => expireWaiting(context, job), Math.min(leftMs, longestTimerMs)).unref();
  return () => clearTimeout(timer);
}

/** Ends a job that is late and waits. */
export function expireWaiting({ clock, holds }: Context, job: Job): void {
  const { beginByMs = Number.POSITIVE_INFINITY } = job.terms;
  if (job.phase !== 'IN_QUEUE' || job.isCancelled || beginByMs > clock.nowMs()) return;
  job.isLate = true;
  job.abort.abort(new Error('not begun in time'));
  holds.drop(job);
}
