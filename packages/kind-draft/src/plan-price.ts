import { ruleCredits } from '@atelier/catalog/server';
import type { PlannedField, PlannedPrice, StatedPrice } from './plan.ts';

const units: readonly StatedPrice['unit'][] = [
  'second',
  'image',
  'megapixel',
  'video',
  'minute',
  'request',
  'character',
];

/** Reads a price as docs/prices.md writes it: `silent $0.084, sound $0.126 per second`. One amount alone is for any input. */
export function readPrice(text: string): Pick<StatedPrice, 'text' | 'microUsd' | 'unit'> {
  const [, amounts, unit] = /^(.+) per (\w+)$/.exec(text.trim()) ?? [];
  const known = units.find((each) => each === unit);
  const rates = amounts?.split(', ').map((amount) => /^(?:(.+) )?\$(\d+(?:\.\d{1,6})?)$/.exec(amount));
  const entries = rates?.flatMap((match) =>
    match ? [[match[1] ?? 'any', toMicroUsd(match[2])] as const] : [],
  );
  if (!known || !rates || entries?.length !== rates.length || new Map(entries).size !== rates.length)
    throw new Error(
      `The price is written like "$0.03 per image" or "silent $0.07, sound $0.14 per second"; units are ${units.join(', ')}`,
    );
  return { text: text.trim(), microUsd: Object.fromEntries(entries), unit: known };
}

/** Converts the digits, because 0.035 times a million is no whole number. */
function toMicroUsd(amount = ''): number {
  const [dollars, fraction = ''] = amount.split('.');
  return Number(`${dollars}${fraction.padEnd(6, '0')}`);
}

/** Finds the fields that decide the price; a text is why it has to be written by hand. */
export function planPrice(published: StatedPrice, fields: readonly PlannedField[]): PlannedPrice | string {
  const stated = { ...published, microUsd: inOurNames(published.microUsd, fields) };
  const named = (name: string) => fields.find((field) => field.name === name);
  const names = Object.keys(stated.microUsd);
  const audio = named('generate_audio');
  const isOf = (wanted: readonly string[]) =>
    names.length === wanted.length && wanted.every((name) => names.includes(name));
  const listOptions = ({ options = [] }: PlannedField) => options.map(String);
  const choice = fields.find((field) => isOf(listOptions(field)));
  const loudOrSilent = fields.find((field) =>
    isOf(listOptions(field).flatMap((option) => [option, `${option} silent`])),
  );
  const picked: Pick<PlannedPrice, 'choice' | 'sound'> | undefined = isOf(['any'])
    ? {}
    : audio && isOf(['silent', 'sound'])
      ? { sound: audio }
      : audio && loudOrSilent
        ? { choice: loudOrSilent, sound: audio }
        : choice && { choice };
  if (!picked) return `no field has exactly the options ${names.join(', ')}`;
  const { unit } = stated;
  const seconds = unit === 'second' ? named('duration') : undefined;
  if (unit === 'character') return 'the length of a text decides it';
  if (unit === 'minute' || (unit === 'second' && !seconds)) return `no field says how many ${unit}s`;
  if (picked.sound && !seconds) return 'sound is priced by the second alone';
  const count = unit === 'image' || unit === 'megapixel' ? named('num_images') : undefined;
  return { ...stated, ...picked, ...(seconds ? { seconds } : {}), ...(count ? { count } : {}) };
}

/** Amounts by the catalog's names of the options, where they are stated by fal's, such as `480P`. */
function inOurNames(microUsd: StatedPrice['microUsd'], fields: readonly PlannedField[]) {
  const names = new Map(
    fields.flatMap(({ wire }) =>
      typeof wire === 'object' && wire.values
        ? Object.entries(wire.values).map(([ours, fal]) => [String(fal), ours] as const)
        : [],
    ),
  );
  return Object.fromEntries(Object.entries(microUsd).map(([name, rate]) => [names.get(name) ?? name, rate]));
}

export type PricedValues = Readonly<Record<string, unknown>>;

/** Prices an input in credits. Absent fields have their default. */
export function computeCredits(price: PlannedPrice, values: PricedValues = {}): number {
  const of = (field?: PlannedField) => field && (values[field.name] ?? field.default);
  const { choice, sound, seconds, count } = price;
  const option = choice ? String(of(choice)) : undefined;
  const silent = option === undefined ? 'silent' : `${option} silent`;
  const rate = price.microUsd[sound && !of(sound) ? silent : (option ?? (sound ? 'sound' : 'any'))] ?? 0;
  return ruleCredits(rate * Number(of(seconds) ?? 1)) * Number(of(count) ?? 1);
}

/** The values of a field that can change the price: its options, or both ends of its range. */
export function pricedValues({ options, range, default: initial }: PlannedField): readonly unknown[] {
  if (options) return options;
  if (range) return [range.min, range.max];
  return typeof initial === 'boolean' ? [false, true] : [];
}

/** The credits with the cheapest options. */
export function lowestCredits(price: PlannedPrice): number {
  const fields = [price.choice, price.sound, price.seconds].filter((field) => field !== undefined);
  const inputs = fields.reduce<PricedValues[]>(
    (all, field) =>
      all.flatMap((input) => pricedValues(field).map((value) => ({ ...input, [field.name]: value }))),
    [{}],
  );
  return Math.min(...inputs.map((input) => computeCredits(price, input)));
}
