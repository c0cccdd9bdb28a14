import { kinds } from './kinds.ts';
import { packs } from './packs.ts';
import { priceRange } from './price-range.ts';

/**
 * Lists the prices of every kind, and how many results each pack is enough for, as in `GET /api/pricing`. Every figure
 * comes from the functions that also charge.
 */
export function priceList() {
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
  };
}
