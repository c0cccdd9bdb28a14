import { type Load, summarize } from './load.ts';

type Options = { callers: number; durationSeconds: number };

/**
 * Calls from so many callers, each waiting for its answer before the next call, until the time is over. `call` gets a
 * number that is never repeated. The first failure ends it all.
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

/** Does something for every item, so many at a time. */
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
