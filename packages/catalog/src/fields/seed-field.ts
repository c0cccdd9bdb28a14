import { checkWith, type Reading, right, wrong } from '../check-with.ts';
import type { Field } from '../field.ts';

/** product-2 section 2: the random-seed action gives up to 1,000,000. `null` lets the model choose. */
const maxSeed = 1_000_000;

/** A seed that is never left to the model: nothing stands for the default. Any whole number (product-2 section 5). */
export function integerSeedField(options: { default: number }): Field<number> {
  const check = checkWith((value) => (isWhole(value) ? right(value) : wrong('seed_integer')));
  return {
    widget: { type: 'seed', max: maxSeed },
    section: 'advanced',
    default: options.default,
    isRequired: false,
    check: (path, value) => check(path, value ?? options.default),
  };
}

export function seedField(): Field<number | null> {
  return {
    widget: { type: 'seed', max: maxSeed },
    section: 'advanced',
    default: null,
    isRequired: false,
    check: checkWith(readSeed),
  };
}

function readSeed(value: unknown): Reading<number | null> {
  if (value === null) return right(null);
  return isWhole(value) && value >= 0 && value <= maxSeed ? right(value) : wrong('seed_range');
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
