import { createCoalescer } from '@atelier/coalesce';

/**
 * Finds the row of a unique key for many requests at once: those that come while a query is under way share the next one.
 * `find` gets the keys of one query, in which a key can be there twice.
 */
export function createFinder<Row>(
  find: (keys: readonly string[]) => Promise<readonly Row[]>,
  formatKey: (row: Row) => string,
): (key: string) => Promise<Row | undefined> {
  const findAll = async (keys: string[]) => {
    const rows = new Map((await find(keys)).map((row) => [formatKey(row), row]));
    return keys.map((key) => rows.get(key));
  };
  return createCoalescer(findAll, { maxBatchSize: 64, slowMs: 100 });
}
