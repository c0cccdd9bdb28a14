import { type CoalescerSettings, createCoalescer } from './create-coalescer.ts';

type Ways<Item, Result> = {
  /** Commits what it can of several items at once. Undefined for each that it left, for whatever reason. */
  runGroup(items: readonly Item[]): Promise<readonly (Result | undefined)[]>;
  runSingle(item: Item): Promise<Result>;
  /** Whether `runGroup` failed because of one of its items, and nothing was committed. */
  isItemError(error: unknown): boolean;
};

/**
 * Runs items that come at the same time as a group. What the group leaves is run singly, and later groups do not wait for
 * it. When one item makes the group fail, all of its items are run singly; any other error reaches all of them, because
 * what is not known to have failed must not be repeated.
 */
export function createGroupCommit<Item, Result>(
  { runGroup, runSingle, isItemError }: Ways<Item, Result>,
  settings: CoalescerSettings,
): (item: Item) => Promise<Result> {
  return createCoalescer(async (items: Item[]): Promise<readonly (Result | Promise<Result>)[]> => {
    try {
      const results = await runGroup(items);
      return items.map((item, index) => results[index] ?? runSingle(item));
    } catch (error) {
      if (!isItemError(error)) throw error;
      return items.map(runSingle);
    }
  }, settings);
}

/**
 * Runs the first item of each id, in lower case; `run` returns results by these. Undefined for each item that follows
 * another of its id, and for one without a result.
 */
export async function runOncePerId<Item, Result>(
  items: readonly Item[],
  toId: (item: Item) => string,
  run: (items: readonly Item[]) => Promise<ReadonlyMap<string, Result>>,
): Promise<(Result | undefined)[]> {
  const ids = items.map((item) => toId(item).toLowerCase());
  const isFirst = (index: number) => ids.indexOf(ids[index] ?? '') === index;
  const results = await run(items.filter((_item, index) => isFirst(index)));
  return ids.map((id, index) => (isFirst(index) ? results.get(id) : undefined));
}
