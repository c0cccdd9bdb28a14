import { type Batcher, createBatcher } from './create-batcher.ts';

export type CoalescerSettings = {
  maxBatchSize: number;
  /** Items stop waiting for a call that takes longer, and go out in another. When absent, they wait for its end. */
  slowMs?: number;
};

type Pending<Item, Result> = { item: Item } & Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'>;

/**
 * Coalesces calls: items that come during a call wait for its end and then go in one call; a single one goes at the end of
 * the same turn. `run` returns results in the order of the items, as values or promises; every item of a call that throws
 * rejects with its error.
 */
export function createCoalescer<Item, Result>(
  run: (items: Item[]) => Promise<readonly (Result | Promise<Result>)[]>,
  { maxBatchSize, slowMs = Number.POSITIVE_INFINITY }: CoalescerSettings,
): (item: Item) => Promise<Result> {
  type Lane = { batcher: Batcher<Pending<Item, Result>>; startedAt: number | undefined };
  const lanes: Lane[] = [];

  async function settle(lane: Lane, pending: readonly Pending<Item, Result>[]): Promise<void> {
    lane.startedAt = performance.now();
    try {
      const results = await run(pending.map(({ item }) => item));
      for (const [index, { resolve }] of pending.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
    lane.startedAt = undefined;
  }

  function openLane(): Lane {
    const lane: Lane = {
      batcher: createBatcher((pending) => settle(lane, pending), { windowMs: 0, maxBatchSize }),
      startedAt: undefined,
    };
    lanes.push(lane);
    return lane;
  }

  return (item) => {
    const isSlow = ({ startedAt = Number.POSITIVE_INFINITY }: Lane) => performance.now() - startedAt > slowMs;
    const lane = lanes.find((each) => !isSlow(each)) ?? openLane();
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    void lane.batcher.add({ item, resolve, reject });
    return promise;
  };
}
