import { setTimeout as wait } from 'node:timers/promises';

/** Calls `send` with 0, 1, 2, ... at a steady rate that does not wait for answers. Resolves after the last call. */
export async function sendAtRate(
  perSecond: number,
  count: number,
  send: (index: number) => void,
): Promise<void> {
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const dueInMs = startedAt + (index * 1000) / perSecond - performance.now();
    if (dueInMs > 0) await wait(dueInMs);
    send(index);
  }
}
