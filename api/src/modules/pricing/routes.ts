import { priceList } from '@atelier/catalog';
import { type PricingReply, pricingReply, refundRules } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

export function pricingRoutes(api: Api, deps: Pick<RouteDeps, 'payments'>): void {
  const checkout = deps.payments?.mode ?? 'none';
  const pricing: PricingReply = { ...priceList(), refund_rules: [...refundRules], checkout };
  api.get(
    '/api/pricing',
    {
      config: { keyScopes: [] },
      schema: {
        tags: ['credits'],
        summary: 'Get packs, prices of every kind, and refund rules',
        response: { 200: pricingReply },
      },
    },
    async () => pricing,
  );
}
