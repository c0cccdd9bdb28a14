import { randomUUID } from 'node:crypto';
import { hostileAddresses, hostileValue } from './hostile-values.ts';
import type { Random } from './random.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
};

export type Sampler = {
  random: Random;
  /** Resolves `#/components/schemas/…`. */
  resolve(reference: string): JsonSchema;
  ids: readonly string[];
  addresses: readonly string[];
  /** Values of parameters and fields that the description leaves open, by their names. */
  words: Readonly<Record<string, readonly string[]>>;
};

const maxDepth = 6;

/** A value of the schema, mostly: patterns and combined rules are not followed. */
export function pickSample(schema: JsonSchema, sampler: Sampler, depth = 0): unknown {
  const { random } = sampler;
  if (schema.$ref) return pickSample(sampler.resolve(schema.$ref), sampler, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (variants) return pickSample(random.pick(variants), sampler, depth + 1);
  if (schema.default !== undefined && random.chance(0.3)) return schema.default;
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return sampleObject(schema, sampler, depth);
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + random.upTo(2) }, () =>
        pickSample(schema.items ?? {}, sampler, depth + 1),
      );
    case 'integer':
      return Math.floor(sampleNumber(schema, random));
    case 'number':
      return sampleNumber(schema, random);
    case 'boolean':
      return random.chance(0.5);
    case 'null':
      return null;
    case 'string':
      return sampleText(schema, sampler);
    default:
      return hostileValue(random);
  }
}

function sampleObject({ properties = {}, required = [] }: JsonSchema, sampler: Sampler, depth: number) {
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth < maxDepth && sampler.random.chance(0.7)),
  );
  const sample = (name: string) => {
    const words = sampler.words[name];
    return words ? sampler.random.pick(words) : pickSample(properties[name] ?? {}, sampler, depth + 1);
  };
  return Object.fromEntries(names.map((name) => [name, sample(name)]));
}

function sampleNumber({ minimum = -10, maximum = 1_000 }: JsonSchema, random: Random): number {
  const edges = [minimum, maximum, minimum - 1, maximum + 1];
  return random.chance(0.3) ? random.pick(edges) : minimum + random.next() * (maximum - minimum);
}

function sampleText(schema: JsonSchema, { random, ids, addresses }: Sampler): string {
  const { format, minLength = 0, maxLength = 200 } = schema;
  if (format === 'uuid') return random.chance(0.7) ? random.pick(ids) : randomUUID();
  if (format === 'date-time') return new Date(random.upTo(2 ** 31) * 1_000).toISOString();
  if (format === 'uri') return random.pick([...addresses, ...hostileAddresses]);
  const length = random.pick([minLength, maxLength, maxLength + 1, 12]);
  return random.chance(0.5) ? 'a paper boat' : 'x'.repeat(Math.min(length, 5_000));
}

/** The same value with one or more parts replaced, removed or added. */
export function mutate(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.1)) return hostileValue(random);
  if (Array.isArray(value)) {
    const at = random.upTo(Math.max(0, value.length - 1));
    return value.toSpliced(at, random.upTo(1), mutate(value[at], random));
  }
  const entries = Object.entries(value);
  const at = random.upTo(Math.max(0, entries.length - 1));
  const [name = 'extra', inner] = entries[at] ?? [];
  const rest = entries.toSpliced(at, 1);
  const how = random.next();
  if (how < 0.15) return Object.fromEntries(rest);
  if (how < 0.3)
    return Object.fromEntries([...entries, [random.pick(['cost', 'status', 'user_id', 'x']), 1]]);
  return Object.fromEntries([...rest, [name, how < 0.8 ? hostileValue(random) : mutate(inner, random)]]);
}
