import { generationJobId } from './job-id.ts';
import type { Producer } from './producer.ts';

/**
 * Wakes the webhook of an ended generation. `attempts` are those made up to now; together with the minutes that it waits
 * it makes the id, so that one job per attempt stands in line, and one more per minute when that was lost.
 */
export async function enqueueDelivery(
  producer: Pick<Producer, 'enqueue'>,
  { generationId, attempts = 0, minutesLate = 0 }: Waiting,
): Promise<void> {
  const jobId = generationJobId(`webhook-${attempts}`, generationId, minutesLate);
  await producer.enqueue('deliver-webhook', { generationId }, { jobId });
}

type Waiting = { generationId: string; attempts?: number; minutesLate?: number };
