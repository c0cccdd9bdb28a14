import type { Kind, KindInput } from './define-kind.ts';

export type PricedInput = { costCredits: number; settings: KindInput };

/**
 * What a kind costs as its form opens, and with its cheapest options. Both come from the function that also charges
 * (ruling 16); `settings` are the choices that the price is for.
 */
export function priceRange(kind: Kind): { usual: PricedInput; lowest: PricedInput } {
  const defaults = Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, field.default]),
  );
  const choices = choiceFields(kind);
  const price = (settings: KindInput): PricedInput => ({
    costCredits: kind.price({ ...defaults, ...settings }).costCredits,
    settings,
  });
  const usual = price(Object.fromEntries(choices.map(([name]) => [name, defaults[name]])));
  const lowest = combinations(choices)
    .map(price)
    .reduce((best, next) => (next.costCredits < best.costCredits ? next : best), usual);
  return { usual, lowest };
}

type Choices = [name: string, values: readonly unknown[]][];

/** Only fields that change the price by themselves: the others would multiply the combinations for nothing. */
function choiceFields(kind: Kind): Choices {
  const defaults = Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, field.default]),
  );
  return Object.entries(kind.fields).flatMap(([name, { widget }]): Choices => {
    if (widget.type !== 'choice') return [];
    const values = widget.options.map((option) => option.value);
    const costs = values.map((value) => kind.price({ ...defaults, [name]: value }).costCredits);
    return new Set(costs).size > 1 ? [[name, values]] : [];
  });
}

function combinations(choices: Choices): KindInput[] {
  return choices.reduce<KindInput[]>(
    (inputs, [name, values]) =>
      inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value }))),
    [{}],
  );
}
