import { AppError } from '@atelier/contract';
import type { QueueBackend } from '@atelier/queue';

const maxAgeMs = 1_000;

export type QueueHealth = {
  /** Throws AppError unavailable while the queue's store does not answer. Asks at most once a second. */
  assertUp: () => Promise<void>;
};

/** Refuses work before anything is charged while nobody could do it (rulings, "Status codes"). */
export function createQueueHealth(queue: Pick<QueueBackend, 'ping'>): QueueHealth {
  let askedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<void> = Promise.resolve();
  return {
    async assertUp() {
      if (Date.now() - askedAt > maxAgeMs) {
        askedAt = Date.now();
        answer = queue.ping();
      }
      try {
        await answer;
      } catch (error) {
        throw new AppError('unavailable', { cause: error });
      }
    },
  };
}
