/** Works on every item, on at most `lanes` at a time: more would only wait for a database connection. */
export async function inLanes<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
  lanes = 8,
): Promise<Result[]> {
  const waiting = items.values();
  const results: Result[] = [];
  const lane = async () => {
    for (const item of waiting) results.push(await work(item));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
