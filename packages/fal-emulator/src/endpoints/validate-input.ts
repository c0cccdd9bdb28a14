import type { Field, Fields, InputOf } from './fields.ts';

/** One entry of the `detail` list of fal's 422 answers. */
export type Detail = {
  loc: readonly (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
};

/**
 * Checks a submitted body against an endpoint's fields, fills in defaults and drops unknown fields. All problems are
 * returned at once.
 */
export function validateInput<F extends Fields>(
  fields: F,
  body: unknown,
): { input: InputOf<F> } | { detail: Detail[] } {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    return { detail: [{ loc: ['body'], msg, type: 'model_attributes_type', input: body }] };
  }
  const given = body as Record<string, unknown>;
  const input: Record<string, unknown> = {};
  const detail: Detail[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const outcome = readField(name, field, given);
    if ('detail' in outcome) detail.push(outcome.detail);
    else input[name] = outcome.value;
  }
  // Every field has been read by the very `read` that `InputOf` takes its type from.
  return detail.length > 0 ? { detail } : { input: input as InputOf<F> };
}

function readField(
  name: string,
  field: Field<unknown>,
  given: Record<string, unknown>,
): { value: unknown } | { detail: Detail } {
  if (!Object.hasOwn(given, name)) {
    if (!field.isRequired) return { value: field.fallback };
    return { detail: { loc: ['body', name], msg: 'Field required', type: 'missing', input: given } };
  }
  const outcome = field.read(given[name]);
  if ('value' in outcome) return outcome;
  const { path = [], ...issue } = outcome.issue;
  return { detail: { loc: ['body', name, ...path], ...issue, input: given[name] } };
}
