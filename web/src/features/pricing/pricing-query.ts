import { queryOptions } from '@tanstack/react-query';
import { fetchPricing } from '#lib/api/checkout.ts';

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => fetchPricing(signal),
});
