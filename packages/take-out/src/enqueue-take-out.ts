import type { Producer } from '@atelier/queue';

type Due = { id: string; run: number; minutesLate?: number };

/**
 * The runs so far and whole minutes of delay make the id: one job per run, and one more per minute in case that was lost.
 * Throws AppError unavailable when the queue does not answer in time; the sweeper then enqueues it.
 */
export async function enqueueTakeOut(
  { producer }: { producer: Pick<Producer, 'enqueue'> },
  { id: takeOutId, run, minutesLate = 0 }: Due,
): Promise<void> {
  const jobId = `take-out-${takeOutId}-${run}-${minutesLate}`;
  await producer.enqueue('prepare-take-out', { takeOutId }, { jobId });
}
