import type { EndpointSchema, SchemaField } from '@atelier/fal';
import type { StatedPrice } from './plan.ts';
import { readPrice } from './plan-price.ts';
import { formatSourceUrl } from './write-kind.ts';

/** Choices of a human about the kind before it is drafted. */
export type Wanted = {
  id?: string | undefined;
  title?: string | undefined;
  price?: StatedPrice | undefined;
  /** Ranges of numbers by fal's names, which the installed types do not state. */
  ranges?: Readonly<Record<string, { min: number; max: number }>>;
  /** Options to offer by fal's names, when not all of fal's are. */
  options?: Readonly<Record<string, readonly string[]>>;
};

type Arguments = Partial<Record<'id' | 'title' | 'price' | 'source' | 'read', string>> &
  Partial<Record<'range' | 'options', readonly string[]>>;

/** Throws on what cannot be meant. `today` is the day of a price without one. */
export function readWanted(given: Arguments, endpoint: string, today: string): Wanted {
  const { id, title, price, source = formatSourceUrl(endpoint), read: asOf = today } = given;
  if (id !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new Error('An id consists of lower-case letters, digits and single dashes');
  if (!/^20\d\d-\d\d-\d\d$/.test(asOf)) throw new Error('A day is written like 2026-11-25');
  return {
    id,
    title,
    price: price === undefined ? undefined : { ...readPrice(price), source, asOf },
    ranges: Object.fromEntries((given.range ?? []).map(readRange)),
    options: Object.fromEntries((given.options ?? []).map(readOptions)),
  };
}

function readRange(text: string): [string, { min: number; max: number }] {
  const [, name = '', min, max] = /^(\w+)=(-?[\d.]+)\.\.(-?[\d.]+)$/.exec(text) ?? [];
  if (!(Number(min) < Number(max)))
    throw new Error(`A range is written like guidance_scale=0..20, not ${text}`);
  return [name, { min: Number(min), max: Number(max) }];
}

function readOptions(text: string): [string, readonly string[]] {
  const [, name = '', options = ''] = /^(\w+)=(.+,.+)$/.exec(text) ?? [];
  if (name === '') throw new Error(`Options are written like style=any,sketch, not ${text}`);
  return [name, options.split(',')];
}

/** The schema with the ranges that a human has read. */
export function withRanges(schema: EndpointSchema, { ranges = {} }: Wanted): EndpointSchema {
  for (const name of Object.keys(ranges)) toField(schema, name, 'number');
  const input = schema.input.map((field): SchemaField => {
    const range = Object.hasOwn(ranges, field.name) ? ranges[field.name] : undefined;
    return range && field.shape.type === 'number' ? { ...field, shape: { ...field.shape, ...range } } : field;
  });
  return { ...schema, input };
}

/** The schema with the options that are offered, in fal's order. */
export function withOptions(schema: EndpointSchema, { options = {} }: Wanted): EndpointSchema {
  for (const [name, wanted] of Object.entries(options)) {
    const { shape } = toField(schema, name, 'choice');
    const known = shape.type === 'choice' ? shape.options.map(String) : [];
    const wrong = wanted.filter((option) => !known.includes(option));
    if (wrong.length > 0) throw new Error(`${name} has no ${wrong.join(', ')}; fal has ${known.join(', ')}`);
  }
  const input = schema.input.map((field): SchemaField => {
    const wanted = Object.hasOwn(options, field.name) ? options[field.name] : undefined;
    if (!wanted || field.shape.type !== 'choice') return field;
    const offered = field.shape.options.filter((option) => wanted.includes(String(option)));
    return { ...field, shape: { ...field.shape, options: offered } };
  });
  return { ...schema, input };
}

function toField(
  { endpoint, input }: EndpointSchema,
  name: string,
  type: SchemaField['shape']['type'],
): SchemaField {
  const field = input.find((each) => each.name === name);
  if (field?.shape.type === type) return field;
  throw new Error(`${endpoint} has no ${type} ${name}`);
}
