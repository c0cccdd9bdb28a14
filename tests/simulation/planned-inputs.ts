// Kinds and inputs of what a schedule submits, and what its owners agree to.
import { getKind, parseInput } from '@atelier/catalog';
import type { PlannedGeneration, PlannedKind } from './plan.ts';
import type { Consent } from './watch-stand-ins.ts';

/** Kinds with a price that four images do not share evenly, so that the rounding of a part shows. */
export const kinds = { 'flux-schnell': withOddPrice('flux-schnell'), 'flux-dev': withOddPrice('flux-dev') };

function withOddPrice(id: PlannedKind) {
  const kind = getKind(id);
  const price = (input: never) => {
    const found = kind.price(input);
    return { ...found, costCredits: found.costCredits + 1 };
  };
  return { ...kind, price };
}

export function namesStandIn({ standIn: { wish } }: PlannedGeneration): boolean {
  return wish === 'other' || wish === 'too dear';
}

/** The other kind, at its price. */
export function offerStandIn({ kind, images }: Pick<PlannedGeneration, 'kind' | 'images'>): Consent {
  const other = getKind(kind === 'flux-schnell' ? 'flux-dev' : 'flux-schnell');
  const input = parseInput(other, toInput(images));
  return { kind: other.id, max_credits: input.ok ? other.price(input.input).costCredits : 0 };
}

export const toInput = (images: number) => ({
  prompt: 'A paper boat',
  num_images: images,
  image_size: 'square',
});
