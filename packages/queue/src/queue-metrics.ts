import type { QueueBackend } from './backend.ts';
import { type JobName, jobNames } from './jobs.ts';

const states = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const;

export type QueueMetrics = {
  name: JobName;
  counts: Record<(typeof states)[number], number>;
  /** Seconds since the job at the head of the queue was added or last ran; null when the queue is empty. */
  oldestWaitingAgeSeconds: number | null;
};

/** Reads the figures with two small reads per queue. Completed and failed jobs count only while they are retained. */
export async function queueMetrics(backend: QueueBackend): Promise<QueueMetrics[]> {
  return Promise.all(
    jobNames.map(async (name) => {
      const queue = backend.queue(name);
      const [counts, [oldest]] = await Promise.all([queue.getJobCounts(...states), queue.getWaiting(0, 0)]);
      const sinceMs = oldest && Math.max(oldest.timestamp, oldest.processedOn ?? 0);
      return {
        name,
        counts: Object.fromEntries(
          states.map((state) => [state, counts[state] ?? 0]),
        ) as QueueMetrics['counts'],
        oldestWaitingAgeSeconds: sinceMs === undefined ? null : Math.max(0, (Date.now() - sinceMs) / 1_000),
      };
    }),
  );
}
