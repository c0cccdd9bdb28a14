import { AppError } from '@atelier/contract';
import type { QueueBackend } from '@atelier/queue';

const maxAgeMs = 1_000;

export type QueueHealth = {
  /** Throws AppError unavailable while the queue's store does not answer. Pings at most once a second. */
  assertUp: () => Promise<void>;
};

/** Lets submissions be refused before anything is held while the queue is down. */
export function createQueueHealth(queue: Pick<QueueBackend, 'ping'>): QueueHealth {
  let pingedAt = Number.NEGATIVE_INFINITY;
  let answer: Promise<void> = Promise.resolve();
  return {
    async assertUp() {
      if (Date.now() - pingedAt > maxAgeMs) {
        pingedAt = Date.now();
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
