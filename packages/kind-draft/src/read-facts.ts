import type { EndpointSchema, SchemaField, Shape } from '@atelier/fal';
import * as z from 'zod';
import { readPrice } from './plan-price.ts';

/** A file of facts about an endpoint: its schema, and where and when a human has read it. */
export type ModelFacts = {
  schema: EndpointSchema;
  /** fal's charge, written as `--price` takes it; absent where the price has to be written by hand. */
  price?: string | undefined;
  source: string;
  read: string;
};

/** `file` and `files` are addresses in an input, and files with their facts in an output. */
const types = [
  'text',
  'number',
  'integer',
  'boolean',
  'choice',
  'file',
  'files',
  'list',
  'object',
  'unknown',
] as const;

const fieldFacts = z.strictObject({
  name: z.string().regex(/^\w+$/),
  type: z.enum(types),
  required: z.optional(z.boolean()),
  default: z.optional(z.union([z.string(), z.number(), z.boolean()])),
  options: z.optional(z.array(z.union([z.string(), z.number()])).min(1)),
  range: z.optional(z.tuple([z.number(), z.number()])),
  /** Most characters of a text, or most entries of a list. */
  most: z.optional(z.int().positive()),
  description: z.optional(z.string()),
});
type FieldFacts = z.infer<typeof fieldFacts>;

const factsFile = z.strictObject({
  endpoint: z.string().regex(/^[a-z0-9-]+(\/[\w.-]+)+$/),
  source: z.url(),
  read: z.iso.date(),
  price: z.optional(z.string()),
  input: z.array(fieldFacts).min(1),
  output: z.array(fieldFacts).min(1),
});

/** Reads a file of facts. Throws with every problem and its place; `file` names the file in the message. */
export function readFacts(source: unknown, file = 'the facts'): ModelFacts {
  const parsed = factsFile.safeParse(source);
  if (!parsed.success) throw new Error(`${file} cannot be read:\n${z.prettifyError(parsed.error)}`);
  const { endpoint, input, output, price, source: page, read } = parsed.data;
  const problems = [...listProblems('input', input), ...listProblems('output', output)];
  if (price !== undefined) problems.push(...priceProblems(price));
  if (problems.length > 0) throw new Error(`${file} cannot be read:\n${problems.join('\n')}`);
  const schema = {
    endpoint,
    input: input.map((facts) => toField(facts, inputShape(facts))),
    output: output.map((facts) => toField(facts, outputShape(facts))),
    isDeprecated: false,
  };
  return { schema, price, source: page, read };
}

function priceProblems(price: string): string[] {
  try {
    readPrice(price);
    return [];
  } catch (error) {
    return [`price "${price}": ${(error as Error).message}`];
  }
}

function listProblems(part: 'input' | 'output', fields: readonly FieldFacts[]): string[] {
  const names = fields.map(({ name }) => name);
  return fields.flatMap((facts, index) => {
    const { name, type, options, range, default: initial } = facts;
    const isNumber = type === 'number' || type === 'integer';
    const [min = 0, max = 0] = range ?? [];
    const problems = [
      names.indexOf(name) < index && 'is there twice',
      type === 'choice' && !options && 'is a choice without options',
      type !== 'choice' && options && `has options, but is of type ${type}`,
      range && !isNumber && `has a range, but is of type ${type}`,
      range && min >= max && `has a range from ${min} to ${max}`,
      isOutside(facts) && `starts at ${initial}, which is not one of its values`,
    ].filter((problem) => typeof problem === 'string');
    return problems.map((problem) => `${part}.${name} ${problem}`);
  });
}

function isOutside({ options, range, default: initial }: FieldFacts): boolean {
  if (initial === undefined) return false;
  if (options && typeof initial !== 'boolean') return !options.includes(initial);
  return range !== undefined && typeof initial === 'number' && (initial < range[0] || initial > range[1]);
}

function toField(
  { name, required, default: initial, description = '' }: FieldFacts,
  shape: Shape,
): SchemaField {
  const base = { name, shape, isRequired: required === true, description };
  return initial === undefined ? base : { ...base, default: initial };
}

function inputShape(facts: FieldFacts): Shape {
  const { type, most } = facts;
  if (type === 'file') return { type: 'text' };
  const maxItems = most === undefined ? {} : { maxItems: most };
  return type === 'files' ? { type: 'list', of: { type: 'text' }, ...maxItems } : plainShape(facts);
}

function outputShape(facts: FieldFacts): Shape {
  if (facts.type === 'file') return fileShape;
  return facts.type === 'files' ? { type: 'list', of: fileShape } : plainShape(facts);
}

function plainShape({ type, options = [], range, most }: FieldFacts): Shape {
  switch (type) {
    case 'text':
      return most === undefined ? { type } : { type, maxLength: most };
    case 'number':
    case 'integer': {
      const ends = range ? { min: range[0], max: range[1] } : {};
      return { type: 'number', isWhole: type === 'integer', ...ends };
    }
    case 'choice':
      return { type, options };
    case 'list':
      return { type, of: { type: 'unknown' }, ...(most === undefined ? {} : { maxItems: most }) };
    case 'object':
      return { type, fields: [] };
    default:
      return type === 'boolean' ? { type } : { type: 'unknown' };
  }
}

const text = (name: string, isRequired = false): SchemaField => ({
  name,
  shape: { type: 'text' },
  isRequired,
  description: '',
});
const fileShape: Shape = {
  type: 'object',
  name: 'File',
  fields: [text('url', true), text('content_type'), text('file_name')],
};
