import { queryOptions } from '@tanstack/react-query';
import { queryClient } from '#lib/query-client.ts';
import { fetchPricing } from '#product/api/account.ts';

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => fetchPricing(signal),
});

/** Reads the packs before the page renders, so that nothing moves when they arrive. Never rejects. */
export async function prefetchPricing(): Promise<void> {
  if (import.meta.env.SSR) {
    // The build prerenders the page without an api to ask.
    const { prerenderedPricing } = await import('./prerendered-pricing.build.ts');
    queryClient.setQueryData(pricingQuery.queryKey, prerenderedPricing);
    return;
  }
  await queryClient.prefetchQuery(pricingQuery);
}
