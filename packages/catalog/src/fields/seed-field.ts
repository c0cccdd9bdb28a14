import * as z from 'zod/mini';
import { checkWith } from '../check-with.ts';
import type { Field } from '../field.ts';

/** product-2 section 2: the random-seed action gives up to 1,000,000. `null` lets the model choose. */
const maxSeed = 1_000_000;

export function seedField(): Field<number | null> {
  const seed = z.int('seed_range').check(z.gte(0, 'seed_range'), z.lte(maxSeed, 'seed_range'));
  return {
    widget: { type: 'seed', max: maxSeed },
    section: 'advanced',
    default: null,
    isRequired: false,
    check: checkWith(z.nullable(seed), 'seed_range'),
  };
}
