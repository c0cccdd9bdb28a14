import type { ChoiceOption, Kind, KindInput } from '@atelier/catalog';

export type PriceExample = {
  /** The field whose options change the price, and one of them; with one price for all, the field it is told by. */
  field?: string;
  option?: ChoiceOption;
  costCredits: number;
};

/**
 * What a kind costs with its default settings, once for each option of the first setting that changes the price.
 * The numbers come from the kind's own price function, which also charges (ruling 16).
 */
export function priceExamples(kind: Kind): PriceExample[] {
  const input = defaultInput(kind);
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.widget.type !== 'choice') continue;
    const examples = field.widget.options.map((option) => ({
      field: name,
      option,
      costCredits: kind.price({ ...input, [name]: option.value }).costCredits,
    }));
    if (new Set(examples.map((example) => example.costCredits)).size > 1) return examples;
  }
  const { costCredits, parts } = kind.price(input);
  const by = Object.keys(parts[0]?.params ?? {}).find((name) => kind.fields[name]?.widget.type === 'choice');
  return [{ ...(by ? { field: by, option: chosenOption(kind, by, input) } : {}), costCredits }];
}

function chosenOption(kind: Kind, name: string, input: KindInput): ChoiceOption | undefined {
  const widget = kind.fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.find(({ value }) => value === input[name]) : undefined;
}

/** The price of the kind as its form opens. */
export function defaultPriceCredits(kind: Kind): number {
  return kind.price(defaultInput(kind)).costCredits;
}

/** Prompts and files change no price, so those that have no default can be missing here. */
function defaultInput(kind: Kind): KindInput {
  return Object.fromEntries(Object.entries(kind.fields).map(([name, field]) => [name, field.default]));
}
