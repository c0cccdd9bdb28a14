import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.JSONSchema;
type Problem = { instancePath: string; keyword?: string; message?: string };
export type Issue = { path: string; message: string };

/**
 * What is wrong with a query or with the parameters of a path: a sentence for each parameter, which names it and says
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
    return { path, message: `${path} ${isMissing ? 'is required and ' : ''}must be ${say(parameter)}` };
  });
  // Several rules can be broken by one value; what is allowed is the same sentence.
  return issues.filter(
    ({ message }, index) => issues.findIndex((each) => each.message === message) === index,
  );
}

/** What a schema allows, in words that follow "must be". */
function say(schema: JsonSchema): string {
  const { type, enum: values, anyOf, format, minimum = '', maximum = '', minLength, maxLength } = schema;
  if (anyOf) return anyOf.map(sayOne).join(' or ');
  if (values) return `one of: ${values.join(', ')}`;
  if (type === 'array') return `up to ${schema.maxItems ?? 'any number'} of these`;
  if (type === 'integer' || type === 'number')
    return `a ${type === 'integer' ? 'whole number' : 'number'} from ${minimum} to ${maximum}`;
  if (format && formats[format]) return formats[format];
  if (minLength !== undefined && maxLength !== undefined)
    return `text of ${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? 'text, given once' : `text of at most ${maxLength} characters, given once`;
}

const sayOne = (schema: JsonSchema | boolean) => (typeof schema === 'object' ? say(schema) : 'anything');

const formats: Partial<Record<string, string>> = {
  uuid: 'a UUID',
  date: 'a date, such as 2026-03-01',
  'date-time': 'a date and time with an offset, such as 2026-03-01T08:00:00Z',
};
