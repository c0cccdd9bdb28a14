import type { PublicBatch } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client.ts';
import { fetchBatch } from '#product/api/batches.ts';

/** The name of a batch of the user's; undefined until it has been read, and for an empty id. */
export function useBatchName(id: string): string | undefined {
  return useBatchOnce(id)?.name;
}

/** A batch of the user's, for places that do not follow its totals; undefined until it has been read, and for an empty id. */
export function useBatchOnce(id: string): PublicBatch | undefined {
  const { data } = useQuery(
    {
      queryKey: ['batches', id],
      queryFn: ({ signal }) => fetchBatch(id, signal),
      enabled: id !== '',
      retry: false,
    },
    queryClient,
  );
  return data;
}
