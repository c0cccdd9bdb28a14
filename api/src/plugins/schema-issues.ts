import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Problem = {
  instancePath: string;
  keyword?: string;
  message?: string;
  params?: { keys?: unknown; [name: string]: unknown };
};
/** `code` never changes: programs may act on it. Parameters of addresses have none. */
export type Issue = { path: string; message: string; code?: BodyIssueCode };
type BodyIssueCode = 'field_missing' | 'field_unknown' | 'value_refused' | 'invalid_characters';

/**
 * Describes problems of a query or of the parameters of a path: a sentence for each parameter, which names it and says
 * what the route's schema allows.
 */
export function parameterIssues(problems: readonly Problem[], schema: unknown, given: unknown): Issue[] {
  const allowed: JsonSchema = schema ? z.toJSONSchema(schema as ZodMiniType, { unrepresentable: 'any' }) : {};
  const issues = problems.map(({ instancePath, keyword, message }): Issue => {
    const [path = ''] = instancePath.split('/').filter(Boolean);
    const parameter = allowed.properties?.[path];
    if (keyword === 'custom' || typeof parameter !== 'object')
      return { path, message: `${path === '' ? '' : `${path}: `}${message ?? 'Invalid'}` };
    const isMissing = (given as Record<string, unknown> | undefined)?.[path] === undefined;
    return {
      path,
      message: `${path} ${isMissing ? 'is required and ' : ''}must be ${describeSchema(parameter)}`,
    };
  });
  // Several rules can be broken by one value; what is allowed is the same sentence.
  return issues.filter(
    ({ message }, index) => issues.findIndex((each) => each.message === message) === index,
  );
}

/**
 * Describes problems of a body that is an object: a sentence and a code for each field. A sentence of the schema's own
 * wins over one that is made of what the schema allows.
 */
export function bodyIssues(problems: readonly Problem[], schema: unknown, given: unknown): Issue[] {
  const allowed: JsonSchema = schema ? z.toJSONSchema(schema as ZodMiniType, { unrepresentable: 'any' }) : {};
  const issues = problems.flatMap(({ instancePath, keyword, message = '', params }): Issue[] => {
    const steps = instancePath.split('/').filter(Boolean);
    const path = steps.join('.');
    if (keyword === 'unrecognized_keys') return unknownFields(path, params?.keys);
    const value = steps.reduce(readChild, given);
    const isMissing = value === undefined;
    const code = isMissing ? 'field_missing' : 'value_refused';
    if (message === storableMessage) return [{ path, message, code: 'invalid_characters' }];
    if (!isLibraryWording(message)) return [{ path, message, code }];
    const field = steps.reduce<JsonSchema | undefined>(schemaAt, allowed);
    const rule = field === undefined ? 'of another kind' : describeSchema(field);
    const name = path === '' ? 'The body' : path;
    return [{ path, message: `${name} ${isMissing ? 'is required and ' : ''}must be ${rule}`, code }];
  });
  return issues.filter(
    (issue, index) =>
      issues.findIndex(({ path, message }) => path === issue.path && message === issue.message) === index,
  );
}

const storableMessage = 'Text contains characters that cannot be stored';

/** The validator's own sentences, whose wording is not ours to promise. */
const isLibraryWording = (message: string) =>
  /^(Invalid (input|option|element|key|string|ISO|UUID|URL|email|number|date)\b|Too (small|big)|Unrecognized|Invalid$|$)/.test(
    message,
  );

function unknownFields(path: string, keys: unknown): Issue[] {
  return [keys].flat().map((key): Issue => {
    const name = String(key).slice(0, 100).toWellFormed();
    const at = path === '' ? name : `${path}.${name}`;
    return { path: at, message: `${at} is not a field of this call`, code: 'field_unknown' };
  });
}

const readChild = (value: unknown, step: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Record<string, unknown>)[step]
    : undefined;

/** The part of a schema that a field of a body is held against. */
function schemaAt(schema: JsonSchema | undefined, step: string): JsonSchema | undefined {
  if (schema === undefined) return undefined;
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const found =
    (properties && Object.hasOwn(properties, step) ? properties[step] : undefined) ??
    (Array.isArray(items) ? items[Number(step)] : items) ??
    additionalProperties;
  if (typeof found === 'object') return found;
  const inner = [...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])];
  for (const each of inner) {
    const deeper = typeof each === 'object' ? schemaAt(each, step) : undefined;
    if (deeper) return deeper;
  }
  return undefined;
}

/** Describes what a schema allows, in words that follow "must be". */
function describeSchema(schema: JsonSchema): string {
  const { type, enum: values, anyOf, oneOf, format, const: only, minLength, maxLength } = schema;
  const variants = anyOf ?? oneOf;
  if (variants) return variants.map(describeVariant).join(' or ');
  if (values) return `one of: ${values.join(', ')}`;
  if (only !== undefined) return JSON.stringify(only);
  if (type === 'array') return describeList(schema);
  if (type === 'integer' || type === 'number') return describeNumber(schema);
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return 'null';
  if (type === 'object')
    return schema.required?.length ? `an object with ${schema.required.join(', ')}` : 'an object';
  if (format && formats[format]) return formats[format];
  if (minLength !== undefined && maxLength !== undefined)
    return `text of ${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? 'text, given once' : `text of at most ${maxLength} characters, given once`;
}

function describeNumber({ type, minimum, maximum }: JsonSchema): string {
  const noun = type === 'integer' ? 'a whole number' : 'a number';
  const isBounded = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  if (isBounded(minimum) && isBounded(maximum)) return `${noun} from ${minimum} to ${maximum}`;
  if (isBounded(minimum)) return `${noun} of at least ${minimum}`;
  return isBounded(maximum) ? `${noun} of at most ${maximum}` : noun;
}

function describeList({ minItems = 0, maxItems, items }: JsonSchema): string {
  const each = typeof items === 'object' && !Array.isArray(items) ? `, each ${describeSchema(items)}` : '';
  if (minItems > 0)
    return maxItems === undefined
      ? `a list that is not empty${each}`
      : `a list of ${minItems} to ${maxItems}${each}`;
  return `up to ${maxItems ?? 'any number'} of these`;
}

const describeVariant = (schema: JsonSchema | boolean) =>
  typeof schema === 'object' ? describeSchema(schema) : 'anything';

const formats: Partial<Record<string, string>> = {
  uuid: 'a UUID',
  email: 'an e-mail address',
  uri: 'an address, such as https://example.com/',
  date: 'a date, such as 2026-03-01',
  'date-time': 'a date and time with an offset, such as 2026-03-01T08:00:00Z',
};
