import { setTimeout as wait } from 'node:timers/promises';
import { type Load, summarize } from './statistics.ts';

type Options = { callers: number; durationSeconds: number };

/**
 * A closed loop: each caller waits for its answer before the next call, until the time is over. `call` gets a unique
 * number. The first failure ends the loop.
 */
export async function callInParallel(
  { callers, durationSeconds }: Options,
  call: (index: number) => Promise<unknown>,
): Promise<Load> {
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + durationSeconds * 1000;
  let index = 0;
  async function keepCalling(): Promise<void> {
    for (let from = performance.now(); from < endsAt; ) {
      await call(index++);
      const until = performance.now();
      latenciesMs.push(until - from);
      from = until;
    }
  }
  await Promise.all(Array.from({ length: callers }, keepCalling));
  return summarize(latenciesMs, performance.now() - startedAt);
}

/** Runs `work` for every item, a limited number at a time. */
export async function forEachInParallel<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item, index: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  async function keepWorking(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) await work(items[index] as Item, index);
  }
  await Promise.all(Array.from({ length: atATime }, keepWorking));
}

/** An open loop: calls `send` with 0, 1, 2, ... at a steady rate without waiting for answers. */
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
