import { defaultInput } from './default-input.ts';
import type { Kind, KindInput } from './define-kind.ts';
import { priceFields, valuesOf } from './price-fields.ts';

export type PricedInput = { costCredits: number; settings: KindInput };

/**
 * What a kind costs as its form opens, and with its cheapest options. Both come from the function that also charges
 * (ruling 16); `settings` are the choices that the price is for.
 */
export function priceRange(kind: Kind): { usual: PricedInput; lowest: PricedInput } {
  const defaults = defaultInput(kind);
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
  return priceFields(kind).flatMap((name): Choices => {
    const field = kind.fields[name];
    return field?.widget.type === 'choice' ? [[name, valuesOf(field)]] : [];
  });
}

function combinations(choices: Choices): KindInput[] {
  return choices.reduce<KindInput[]>(
    (inputs, [name, values]) =>
      inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value }))),
    [{}],
  );
}
