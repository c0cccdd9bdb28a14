import { queryClient } from '#lib/query-client.ts';
import { pricingQuery } from './pricing-query.ts';

/** Reads the packs before the page is drawn, so that nothing moves when they come. Never rejects. */
export function prefetchPricing(): Promise<void> {
  return queryClient.prefetchQuery(pricingQuery);
}
