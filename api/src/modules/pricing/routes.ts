import { kinds, packs, priceRange } from '@atelier/catalog';
import { type PricingReply, pricingReply, refundRules } from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';

export function pricingRoutes(api: Api, deps: Pick<RouteDeps, 'payments'>): void {
  const pricing = getPricing(deps.payments?.mode ?? 'none');
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

/** Packs, and how many generations each buys. Every figure comes from the functions that also charge. */
function getPricing(checkout: PricingReply['checkout']): PricingReply {
  const priced = kinds.map((kind) => ({ id: kind.id, medium: kind.medium, ...priceRange(kind) }));
  return {
    packs: packs.map(({ id, credits, amountMinor, currency }) => ({
      id,
      credits,
      amount_minor: amountMinor,
      currency,
      buys: priced.map(({ id: kind, medium, usual, lowest }) => ({
        kind,
        medium,
        usual_count: Math.floor(credits / usual.costCredits),
        lowest_count: Math.floor(credits / lowest.costCredits),
      })),
    })),
    kinds: priced.map(({ id, medium, usual, lowest }) => ({
      id,
      medium,
      usual: { cost_credits: usual.costCredits, settings: usual.settings },
      lowest: { cost_credits: lowest.costCredits, settings: lowest.settings },
    })),
    refund_rules: [...refundRules],
    checkout,
  };
}
