import { type ChoiceOption, defaultInput, type Kind, type KindInput } from '@atelier/catalog';

export type PriceExample = {
  /** The field whose options change the price, and one of them; if none does, the field that the price names. */
  field?: string;
  option?: ChoiceOption;
  costCredits: number;
};

/**
 * Prices a kind with its default settings, once for each option of the first setting that changes the price.
 * The numbers come from the kind's own price function, the one that also charges.
 */
export function priceExamples(kind: Kind): PriceExample[] {
  const input = defaultInput(kind);
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.widget.type !== 'choice' || isCount(kind, name, input)) continue;
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

/** Whether a field sets the number of outputs: its prices are only multiples of the price of one. */
function isCount(kind: Kind, name: string, input: KindInput): boolean {
  const widget = kind.fields[name]?.widget;
  if (widget?.type !== 'choice') return false;
  const counts = widget.options.map(({ value }) => kind.expectedOutputs({ ...input, [name]: value }));
  return new Set(counts).size > 1;
}

function chosenOption(kind: Kind, name: string, input: KindInput): ChoiceOption | undefined {
  const widget = kind.fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.find(({ value }) => value === input[name]) : undefined;
}
