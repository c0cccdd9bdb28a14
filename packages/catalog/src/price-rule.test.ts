import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultInput, type Kind, type KindInput, kinds, packs, priceFields } from './index.ts';
import { listValues } from './price-range.ts';
import { creditMicroUsd, ruleCredits, rulePriceWith } from './pricing.ts';
import { getProvider, listExamples } from './server.ts';
import { boundaryInputs, parsed } from './testing/inputs.ts';
import { specPrices } from './testing/spec-prices.ts';

const byRule = kinds.filter((kind) => getProvider(kind).price !== undefined);

it('a credit is counted at its value in the pack where it is cheapest', () => {
  const toMicroUsd = ({ amountMinor, credits }: (typeof packs)[number]) => (amountMinor * 10_000) / credits;
  expect(creditMicroUsd).toBe(Math.min(...packs.map(toMicroUsd)));
});

it.each([
  [0, 0],
  [1, 5],
  [10_000, 5],
  [10_001, 10],
  [490_000, 245],
])('what costs %i millionths of a dollar is sold for %i credits', (cost, credits) => {
  expect(ruleCredits(cost)).toBe(credits);
});

it('what is added to a first cost is a line of its own, and the whole is rounded once', () => {
  const price = rulePriceWith('sound', { firstMicroUsd: 12_000, allMicroUsd: 18_000 });
  expect(price).toEqual({
    costCredits: 10,
    parts: [{ code: 'base', params: {}, baseCredits: 10 }],
  });
  expect(rulePriceWith('sound', { firstMicroUsd: 12_000, allMicroUsd: 34_000 })).toMatchObject({
    costCredits: 20,
    parts: [{ code: 'base' }, { code: 'sound', baseCredits: 10 }],
  });
});

it('every kind has the price of the spec, or one that follows the rule', () => {
  for (const kind of kinds)
    expect([kind.id, getProvider(kind).price === undefined]).toEqual([kind.id, kind.id in specPrices]);
});

describe.each(byRule.map((kind) => [kind.id, kind] as const))('the price of %s', (_id, kind) => {
  const { price } = getProvider(kind);

  it('is the rule applied to what fal charges, whatever is chosen', () => {
    for (const input of sellableInputs(kind)) {
      const cost = price?.cost(input) ?? Number.NaN;
      const { costCredits } = kind.price(input);
      expect(costCredits * creditMicroUsd).toBeGreaterThanOrEqual(2 * cost);
      // Images are rounded one by one, because each is charged only when it is delivered.
      const count = typeof input.num_images === 'number' ? input.num_images : 1;
      expect(costCredits).toBeLessThanOrEqual(ruleCredits(cost) + 5 * (count - 1));
    }
  });

  it('has a source at fal, the day on which it was read, and whole rates', () => {
    expect(price?.source).toMatch(/^https:\/\/fal\.ai\//);
    expect(price?.asOf).toMatch(/^20\d\d-\d\d-\d\d$/);
    for (const rate of Object.values(price?.microUsd ?? {})) expect(Number.isInteger(rate)).toBe(true);
  });

  it('stands in docs/prices.md with the credits of the form as it opens, and of its cheapest options', () => {
    const file = readFileSync(new URL('../../../docs/prices.md', import.meta.url), 'utf8');
    const row = file.split('\n').find((line) => line.startsWith(`| \`${kind.id}\` `));
    const [, , , opening, lowest] = row?.split('|').map((cell) => cell.trim()) ?? [];
    expect(Number(opening)).toBe(kind.price(defaultInput(kind)).costCredits);
    const costs = sellableInputs(kind).map((input) => kind.price(input).costCredits);
    expect(Number(lowest)).toBe(Math.min(...costs));
  });
});

/** Inputs at the ends of every range, and every combination of the options that change the price. */
function sellableInputs(kind: Kind): KindInput[] {
  const [example] = listExamples(kind);
  const base = parsed(kind, example?.input ?? {});
  const combined = priceFields(kind).reduce<KindInput[]>(
    (inputs, name) => {
      const field = kind.fields[name];
      const values = field ? listValues(field) : [];
      return inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value })));
    },
    [base],
  );
  return [...boundaryInputs(kind), ...combined];
}
