import { kinds, packs, recommendedIds } from '@atelier/catalog';
import { describeLanding } from './describe-landing.ts';

/** Computed by the build, so that the page loads no kind. */
export const { offers, modelCount, named } = describeLanding(kinds, recommendedIds);

const centsPerCredit = packs.map(({ amountMinor, credits }) => amountMinor / credits);

/** Price of a credit in the largest and in the smallest pack, in cents. */
export const creditPrice = {
  currency: packs[0]?.currency ?? 'usd',
  leastCents: Math.min(...centsPerCredit),
  mostCents: Math.max(...centsPerCredit),
};
