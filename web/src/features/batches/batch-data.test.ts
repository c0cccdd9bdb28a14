import { expect, it } from 'vitest';
import { queryClient } from '#lib/query-client.ts';
import { refreshBatches } from './batch-data.ts';

it('a change reads totals and lists of batches again, but not their generations, which have their own events', async () => {
  const keys = [
    ['batches', 'list'],
    ['batches', 'statistics'],
    ['batches', 'b1'],
    ['batches', 'b1', 'generations'],
  ];
  for (const queryKey of keys) queryClient.setQueryData(queryKey, []);
  await refreshBatches();
  const isStale = keys.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated);
  expect(isStale).toEqual([true, true, true, false]);
});
