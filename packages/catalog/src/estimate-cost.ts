import type { KindInput } from './define-kind.ts';
import { creditMicroUsd } from './pricing.ts';
import type { KindProvider } from './server-half.ts';

/** Amounts in millionths of a dollar. */
export type CostEstimate = {
  /** Cost of the request at fal, as far as the catalog knows. */
  estimateMicroUsd: number;
  /** The most that it may cost without selling below the price rule of docs/prices.md. */
  ruleMicroUsd: number;
};

/**
 * Estimates the cost of a request of `kind`, sold for `costCredits`. The prices of a table follow no rule: half of their value
 * in the best pack is taken for the estimate, and all of it is the most that they may cost, because above that the kind is
 * sold at a loss. The same goes for a kind or an input that the catalog does not know any more.
 */
export function estimateCost(
  price: KindProvider['price'],
  input: KindInput,
  costCredits: number,
): CostEstimate {
  const valueMicroUsd = costCredits * creditMicroUsd;
  const costMicroUsd = price ? readCost(price, input) : Number.NaN;
  if (!Number.isFinite(costMicroUsd))
    return { estimateMicroUsd: Math.floor(valueMicroUsd / 2), ruleMicroUsd: valueMicroUsd };
  return { estimateMicroUsd: Math.round(costMicroUsd), ruleMicroUsd: Math.round(costMicroUsd) };
}

function readCost(price: NonNullable<KindProvider['price']>, input: KindInput): number {
  try {
    return price.cost(input);
  } catch {
    // The input of an earlier version of the kind.
    return Number.NaN;
  }
}
