import { queryOptions } from '@tanstack/react-query';
import { fetchPricing } from '#lib/api/account.ts';
import { queryClient } from '#lib/query-client.ts';

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => fetchPricing(signal),
});

/** Reads the packs before the page renders, so that nothing moves when they arrive. Never rejects. */
export function prefetchPricing(): Promise<void> {
  return queryClient.prefetchQuery(pricingQuery);
}
