import { literal, type Plan, type PlannedPrice } from './plan.ts';
import { computeCredits, type PricedValues, pricedValues } from './plan-price.ts';

/** The rates and what an input costs: a price that a human has read, or a gap that does not compile. */
export function writeRates({ price, fields }: Plan): string {
  const isCounted = fields.some(({ name }) => name === 'num_images');
  if (!price) {
    const cost = isCounted
      ? '(input: { num_images: number }) => ratesMicroUsd.any * input.num_images'
      : '() => ratesMicroUsd.any';
    return `const ratesMicroUsd = { any: 'PRICE_TO_DECIDE' satisfies number };\nconst cost = ${cost};\n`;
  }
  const rates = Object.entries(price.microUsd).map(
    ([name, rate]) => `${formatKey(name)}: ${withGroups(rate)}`,
  );
  return `const ratesMicroUsd = { ${rates.join(', ')} };\nconst cost = ${costCode(price)};\n`;
}

/** The price function of the kind. */
export function writePrice({ price, fields }: Plan): string {
  const isCounted = fields.some(({ name }) => name === 'num_images');
  if (!price)
    return isCounted
      ? '(input) => pricePerImage(ruleCredits(ratesMicroUsd.any), {}, input.num_images)'
      : '() => rulePrice(cost())';
  const { choice, sound, count, seconds } = price;
  const params = choice?.name === 'resolution' ? '{ resolution: input.resolution }' : '';
  if (count) {
    const rate = choice ? `ratesMicroUsd[input.${choice.name}]` : 'ratesMicroUsd.any';
    return `(input) => pricePerImage(ruleCredits(${rate}), ${params || '{}'}, input.num_images)`;
  }
  const more = params ? `, ${params}` : '';
  if (sound) return `(input) => priceWithSound(cost, input${more})`;
  return choice || seconds ? `(input) => rulePrice(cost(input)${more})` : '() => rulePrice(cost())';
}

function costCode({ choice, sound, seconds, count }: PlannedPrice): string {
  const options = choice?.options?.map((option) => literal(option)).join(' | ');
  if (choice && sound) return `costWithSound<${options}>(ratesMicroUsd)`;
  const types = [
    ...(choice ? [[choice.name, 'keyof typeof ratesMicroUsd']] : []),
    ...(sound ? [[sound.name, 'boolean']] : []),
    ...(seconds && seconds !== choice ? [[seconds.name, 'number']] : []),
    ...(count ? [[count.name, 'number']] : []),
  ];
  const names = types.map(([name]) => name).join(', ');
  const input =
    types.length > 0 ? `({ ${names} }: { ${types.map((pair) => pair.join(': ')).join('; ')} })` : '()';
  const rate = choice ? `[${choice.name}]` : sound ? `[${sound.name} ? 'sound' : 'silent']` : '.any';
  const factors = [seconds, count].flatMap((field) => (field ? [` * ${field.name}`] : []));
  return `${input} => ratesMicroUsd${rate}${factors.join('')}`;
}

/** Fields that fal prices by, as far as its prices are known to follow them. */
const priced = ['num_images', 'resolution', 'duration', 'image_size', 'generate_audio', 'quality'];

/** An example for every option that changes the price, with the credits that follow where the price is known. */
export function writeExamples({ price, fields }: Plan): string[] {
  const example = (values: PricedValues, credits: number) => {
    const more = Object.entries(values).map(([name, value]) => `, ${name}: ${literal(value)}`);
    const input = more.length > 0 ? `{ ...subject${more.join('')} }` : 'subject';
    return `{ input: ${input}, costCredits: ${credits} }`;
  };
  if (!price) {
    const others = fields
      .filter(({ name }) => priced.includes(name))
      .flatMap(({ name, options = [], default: initial }) =>
        options.filter((value) => value !== initial).map((value) => example({ [name]: value }, 0)),
      );
    return [example({}, 0), ...others];
  }
  const { choice, sound, seconds, count } = price;
  const length = seconds ?? (choice?.name === 'duration' ? choice : undefined);
  const priceAt = (values: PricedValues) => example(values, computeCredits(price, values));
  const first = count
    ? [`...forImages(subject, ${computeCredits(price)})`]
    : length?.options
      ? [
          `...atSeconds(subject, { ${length.options.map((n) => `${n}: ${computeCredits(price, { duration: n })}`).join(', ')} })`,
        ]
      : [priceAt({}), ...(length ? pricedValues(length).map((n) => priceAt({ duration: n })) : [])];
  const chosen = choice && choice !== length ? choice : undefined;
  const options = chosen ? (chosen.options ?? []).filter((value) => value !== chosen.default) : [];
  const quiet = sound ? { [sound.name]: !sound.default } : undefined;
  return [
    ...first,
    ...(quiet ? [priceAt(quiet)] : []),
    ...options.flatMap((value) => {
      const values = { [chosen?.name ?? '']: value };
      return [priceAt(values), ...(quiet ? [priceAt({ ...values, ...quiet })] : [])];
    }),
  ];
}

function formatKey(name: string): string {
  return /^\d+$/.test(name) ? name : literal(name);
}

/** 140000 is 140_000. */
function withGroups(number: number): string {
  return number.toLocaleString('en-US').replaceAll(',', '_');
}
