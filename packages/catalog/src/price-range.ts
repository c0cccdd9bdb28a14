import type { Kind, KindInput } from './define-kind.ts';
import type { Field } from './field.ts';
/**
 * Returns the input of a form as it opens. Fields without a default are undefined; files change no price, and texts only
 * that of speech.
 */
export function defaultInput(kind: Kind): KindInput {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, field.default]));
}

export type PricedInput = { costCredits: number; settings: KindInput };

/**
 * Computes the price of a kind as its form opens, for speech without a text, and with its cheapest options. Both come
 * from the function that also charges; `settings` are the options that the price is for.
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

/** Lists the fields that change the price on their own: others would multiply the combinations for nothing. */
function choiceFields(kind: Kind): Choices {
  return priceFields(kind).flatMap((name): Choices => {
    const field = kind.fields[name];
    const type = field?.widget.type;
    return field && (type === 'choice' || type === 'switch') ? [[name, listValues(field)]] : [];
  });
}

function combinations(choices: Choices): KindInput[] {
  return choices.reduce<KindInput[]>(
    (inputs, [name, values]) =>
      inputs.flatMap((input) => values.map((value) => ({ ...input, [name]: value }))),
    [{}],
  );
}

/** The names of the fields that change what a kind costs, found by trying their values on its price function. */
export function priceFields(kind: Kind): string[] {
  const input = defaultInput(kind);
  const usual = kind.price(input).costCredits;
  return Object.entries(kind.fields).flatMap(([name, field]) =>
    listValues(field).some((value) => kind.price({ ...input, [name]: value }).costCredits !== usual)
      ? [name]
      : [],
  );
}

/** Every value that the field's control offers, in its order; none for texts, files and seeds. */
export function listValues({ widget }: Field): readonly unknown[] {
  if (widget.type === 'choice') return widget.options.map((option) => option.value);
  if (widget.type === 'switch') return [false, true];
  if (widget.type !== 'slider') return [];
  const { min, max, step } = widget;
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  // Steps such as 0.1 add up to 0.30000000000000004.
  return Array.from({ length: count }, (_, index) => Number((min + index * step).toFixed(6)));
}
