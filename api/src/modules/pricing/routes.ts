import { pricingReply } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { getPricing } from './get-pricing.ts';

export function pricingRoutes(api: Api, deps: Pick<RouteDeps, 'payments'>): void {
  const pricing = getPricing(deps.payments?.mode ?? 'none');
  api.get(
    '/api/pricing',
    {
      schema: {
        tags: ['credits'],
        summary: 'Packs, prices of every kind, and when nothing is charged',
        response: { 200: pricingReply },
      },
    },
    async () => pricing,
  );
}
