import { setTimeout as wait } from 'node:timers/promises';

const delaysMs = [5, 10, 20, 20, 40, 40, 80, 80, 160, 160, 320];

/**
 * Changes of a line do not wait for a generation that another statement has locked, which could end in a deadlock; they
 * are undone and done again. Others hold one for a few milliseconds. Throws the refusal (55P03) after about a second.
 */
export async function repeatWhileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const delayMs of delaysMs) {
    try {
      return await work();
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      await wait(delayMs);
    }
  }
  return work();
}
