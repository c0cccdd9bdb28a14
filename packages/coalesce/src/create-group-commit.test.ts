import { expect, it } from 'vitest';
import { createGroupCommit, runOncePerId } from './create-group-commit.ts';

class ItemError extends Error {}

/** A group of three items that `runGroup` runs, and the items that were run singly. */
function openGroup(runGroup: (items: readonly number[]) => Promise<readonly (string | undefined)[]>) {
  const single: number[] = [];
  const run = createGroupCommit(
    {
      runGroup,
      runSingle: async (item: number) => {
        single.push(item);
        return `single ${item}`;
      },
      isItemError: (error) => error instanceof ItemError,
    },
    { maxBatchSize: 10 },
  );
  return { single, settled: Promise.allSettled([1, 2, 3].map(run)) };
}

it('an item that the group leaves is run singly', async () => {
  const { settled, single } = openGroup(async (items) =>
    items.map((item) => (item === 2 ? undefined : `group ${item}`)),
  );
  expect(await settled).toMatchObject([{ value: 'group 1' }, { value: 'single 2' }, { value: 'group 3' }]);
  expect(single).toEqual([2]);
});

it('all items are run singly when one of them makes the group fail', async () => {
  const { settled, single } = openGroup(() => Promise.reject(new ItemError('broken')));
  expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill('fulfilled'));
  expect(single).toEqual([1, 2, 3]);
});

it('any other error reaches all items, and nothing is repeated', async () => {
  const { settled, single } = openGroup(() => Promise.reject(new Error('gone')));
  expect((await settled).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
  expect(single).toEqual([]);
});

it('only the first item of an id is run, whatever its case', async () => {
  const runs: (readonly string[])[] = [];
  const results = await runOncePerId(
    ['A', 'b', 'a', 'c'],
    (item) => item,
    async (items) => {
      runs.push(items);
      return new Map([
        ['a', 1],
        ['b', 2],
      ]);
    },
  );
  expect(runs).toEqual([['A', 'b', 'c']]);
  expect(results).toEqual([1, 2, undefined, undefined]);
});
