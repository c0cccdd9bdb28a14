import { kinds, packs, recommendedIds } from '@atelier/catalog';
import { listUnverifiedKinds } from '@atelier/catalog/server';
import { describeLanding } from './describe-landing.ts';

const unverified = new Set(listUnverifiedKinds());

/**
 * Computed by the build, so that the page loads no kind; it cannot know which kinds are closed then, and leaves out those
 * that production opens later.
 */
export const { offers, modelCount, named } = describeLanding(
  kinds.filter((kind) => !unverified.has(kind)),
  recommendedIds,
);

const centsPerCredit = packs.map(({ amountMinor, credits }) => amountMinor / credits);

/** Price of a credit in the largest and in the smallest pack, in cents. */
export const creditPrice = {
  currency: packs[0]?.currency ?? 'usd',
  leastCents: Math.min(...centsPerCredit),
  mostCents: Math.max(...centsPerCredit),
};
