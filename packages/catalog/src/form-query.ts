import type { Kind, KindInput } from './define-kind.ts';
import { defaultInput } from './price-range.ts';
import type { Price } from './pricing.ts';

/** Values that an address gives a form, by the names of its fields. */
export type FormQuery = Record<string, string | number | boolean>;

/**
 * The query that fills the form of a kind with an input. `model` names the kind; fields that were never set are left
 * out, so that the form keeps its own defaults.
 */
export function inputQuery(kindId: string, input: KindInput): FormQuery {
  const query: FormQuery = { model: kindId };
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'number' || typeof value === 'boolean') query[name] = value;
    // An emptied text becomes a blank: without a value the form would start with its own default.
    else if (typeof value === 'string') query[name] = value === '' ? ' ' : value;
    // URLs of files, none of which contains a blank.
    else if (Array.isArray(value) && value.length > 0) query[name] = value.join(' ');
  }
  return query;
}

/**
 * Does the same as `inputQuery`, without the fields that the model ignores, because the form does not have them, and
 * without consents, for which it asks again.
 */
export function formQuery({ id, fields }: Pick<Kind, 'id' | 'fields'>, input: KindInput): FormQuery {
  return inputQuery(
    id,
    Object.fromEntries(
      Object.entries(input).filter(
        ([name]) => !fields[name]?.isIgnored && fields[name]?.widget.type !== 'consent',
      ),
    ),
  );
}

/** Parts of an input that its owner lets others see. */
export type ShownParts = { prompt: boolean; settings: boolean };

/**
 * Selects the part of an input that others may see: never a file, because only its owner can read it, nor what was said
 * about one.
 */
export function sharedInput(
  { fields }: Pick<Kind, 'fields'>,
  input: KindInput,
  shown: ShownParts,
): KindInput {
  const entries = Object.entries(input).filter(([name]) => {
    const widget = fields[name]?.widget.type;
    if (widget === undefined || widget === 'upload' || widget === 'consent') return false;
    return widget === 'textarea' ? shown.prompt : shown.settings;
  });
  return Object.fromEntries(entries);
}

/** Lists the fields of an input that hold files, which another user of its settings has to supply. */
export function filledFiles({ fields }: Pick<Kind, 'fields'>, input: KindInput): string[] {
  return Object.keys(fields).filter((name) => {
    const value = input[name];
    const isFilled = Array.isArray(value) ? value.length > 0 : Boolean(value);
    return fields[name]?.widget.type === 'upload' && isFilled;
  });
}

/** Whether the owner of an input has consented, or confirmed a consent, for a file in it. */
export function hasConsent({ fields }: Pick<Kind, 'fields'>, input: KindInput): boolean {
  return Object.keys(fields).some((name) => fields[name]?.widget.type === 'consent' && input[name] === true);
}

/**
 * Builds the query for a form that makes the same again, with its price. `left_out` names the fields of the files that
 * the original had.
 */
export function remixQuery(
  kind: Kind,
  input: KindInput,
  shown: ShownParts,
): { query: FormQuery; price: Price } {
  const shared = sharedInput(kind, input, shown);
  const files = filledFiles(kind, input);
  const query = { ...formQuery(kind, shared), ...(files.length > 0 ? { left_out: files.join(' ') } : {}) };
  return { query, price: kind.price({ ...defaultInput(kind), ...shared }) };
}
