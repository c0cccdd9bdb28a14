import type { MessageParams } from './issues.ts';

/** A line of the price: a base in credits, or a factor in hundredths (125 means ×1.25). */
export type PricePart = {
  code: 'base' | 'frames' | 'steps' | 'interpolation' | 'count' | 'sound';
  params: MessageParams;
} & ({ baseCredits: number } | { factorPercent: number });

export type Price = { costCredits: number; parts: readonly PricePart[] };

/**
 * Combines the parts into a price. Numbers stay whole until the last step, so that halves always round up: 1,250.5 is
 * 1,251 even where floating point would yield 1,250.4999.
 */
export function computePrice(parts: readonly PricePart[]): Price {
  let numerator = 0n;
  let denominator = 1n;
  for (const part of parts) {
    if ('baseCredits' in part) numerator += BigInt(part.baseCredits) * denominator;
    else {
      numerator *= BigInt(part.factorPercent);
      denominator *= 100n;
    }
  }
  return { costCredits: Number((2n * numerator + denominator) / (2n * denominator)), parts };
}

/** The base of a video. A resolution that the kind's table lacks costs 200 at 480p and 400 above. */
export function videoBase(table: Readonly<Record<string, number>>, resolution: string): PricePart {
  const fallback = resolution === '480p' ? 200 : 400;
  return { code: 'base', params: { resolution }, baseCredits: table[resolution] ?? fallback };
}

export function framesFactor(frames: number): PricePart[] {
  return frames > 81 ? [{ code: 'frames', params: { frames }, factorPercent: 125 }] : [];
}

export function stepsFactor(steps: number, freeSteps: number): PricePart[] {
  return steps > freeSteps ? [{ code: 'steps', params: { steps }, factorPercent: 110 }] : [];
}

export function interpolationFactor(interpolated: number): PricePart[] {
  return interpolated > 0 ? [{ code: 'interpolation', params: { interpolated }, factorPercent: 110 }] : [];
}

export function pricePerImage(baseCredits: number, params: MessageParams, count: number): Price {
  return computePrice([
    { code: 'base', params, baseCredits },
    { code: 'count', params: { count }, factorPercent: count * 100 },
  ]);
}

/** Value of a credit in the cheapest pack, in millionths of a dollar: 20,000 credits for 80 dollars. */
export const creditMicroUsd = 4_000;
const costFactor = 2;
const creditStep = 5;

/**
 * Applies the price rule of docs/prices.md: twice the provider's cost, in whole millionths of a dollar, at the best pack's
 * value of a credit, rounded up to the next five credits.
 */
export function ruleCredits(costMicroUsd: number): number {
  return creditStep * Math.ceil((costMicroUsd * costFactor) / (creditMicroUsd * creditStep));
}

/** Computes the price by the rule from a total cost. */
export function rulePrice(costMicroUsd: number, params: MessageParams = {}): Price {
  return computePrice([{ code: 'base', params, baseCredits: ruleCredits(costMicroUsd) }]);
}

/** Computes the price by the rule, and shows the addition to the first cost as a separate line. */
export function rulePriceWith(
  code: 'sound',
  costs: { firstMicroUsd: number; allMicroUsd: number },
  params: MessageParams = {},
): Price {
  const baseCredits = ruleCredits(costs.firstMicroUsd);
  const added = ruleCredits(costs.allMicroUsd) - baseCredits;
  return computePrice([
    { code: 'base', params, baseCredits },
    ...(added > 0 ? [{ code, params: {}, baseCredits: added }] : []),
  ]);
}

/**
 * A video that is sold by the second at a rate for each resolution, in millionths of a dollar: the price by the rule, and
 * fal's charges for the server half, from the same rates.
 */
export function soldBySecond<Resolution extends string>(microUsd: Readonly<Record<Resolution, number>>) {
  const cost = ({ resolution, duration }: { resolution: Resolution; duration: number }) =>
    microUsd[resolution] * duration;
  return {
    price: (input: Parameters<typeof cost>[0]) => rulePrice(cost(input), { resolution: input.resolution }),
    charges: { microUsd, unit: 'second' as const, cost },
  };
}

type WithSound = { generate_audio: boolean; duration: number };

/** Cost of a video sold by the second, at rates named by resolution, such as `720p`, and `720p silent` without sound. */
export function costWithSound<Resolution extends string>(
  ratesMicroUsd: Readonly<Record<Resolution | `${Resolution} silent`, number>>,
) {
  return ({ resolution, generate_audio, duration }: WithSound & { resolution: Resolution }) =>
    ratesMicroUsd[generate_audio ? resolution : (`${resolution} silent` as const)] * duration;
}

/** Computes the price by the rule of a video whose sound costs more. */
export function priceWithSound<Input extends WithSound>(
  cost: (input: Input) => number,
  input: Input,
  params: MessageParams = {},
): Price {
  const firstMicroUsd = cost({ ...input, generate_audio: false });
  return rulePriceWith('sound', { firstMicroUsd, allMicroUsd: cost(input) }, params);
}
