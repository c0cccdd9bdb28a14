import type { Kind, KindInput } from './define-kind.ts';
import { type Fields, valueWhenAbsent } from './field.ts';
import { type InputIssue, inputIssue } from './messages.ts';
export type ParsedInput = { ok: true; input: KindInput } | { ok: false; issues: InputIssue[] };

/**
 * Reads the wire fields of a request into a kind's input and fills in defaults. Reports all problems at once. Fields that
 * the kind does not know are dropped: a price or a status in a request never has an effect.
 */
export function parseInput(kind: Kind, raw: Readonly<Record<string, unknown>>): ParsedInput {
  const issues: InputIssue[] = [];
  const input = readFields(kind.fields, raw, issues);
  issues.push(...findMissing(kind.fields, input));
  readFields(kind.validatedOnly, withoutKeys(raw, kind.fields), issues);
  if (issues.length > 0) return { ok: false, issues };
  const broken = kind.rules.flatMap((rule) => rule(input));
  return broken.length > 0 ? { ok: false, issues: broken } : { ok: true, input };
}

function readFields(fields: Fields, raw: KindInput, issues: InputIssue[]): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined && !field.isRequired) {
      input[name] = valueWhenAbsent(field);
      continue;
    }
    const checked = field.check(name, value);
    if (checked.ok) input[name] = checked.value;
    else issues.push(checked.issue);
  }
  return input;
}

/** The fields that a choice makes necessary and that are empty. A field with a problem of its own is not in the input. */
function findMissing(fields: Fields, input: KindInput): InputIssue[] {
  return Object.entries(fields).flatMap(([name, { neededWhen }]) => {
    if (!neededWhen || input[neededWhen.field] !== neededWhen.value || input[name] !== null) return [];
    return [inputIssue(name, neededWhen.missing)];
  });
}

function withoutKeys(raw: KindInput, fields: Fields): KindInput {
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !Object.hasOwn(fields, name)));
}

/** The options of a kind that only accounts that have paid may use. */
export function paidOnlyOptions(kind: Kind): { field: string; value: string | number }[] {
  return Object.entries(kind.fields).flatMap(([field, { widget }]) => {
    if (widget.type !== 'choice') return [];
    return widget.options.flatMap(({ isPaidOnly, value }) => (isPaidOnly ? [{ field, value }] : []));
  });
}

/** The paid-only options that an input uses. */
export function usedPaidOnlyOptions(kind: Kind, input: KindInput): ReturnType<typeof paidOnlyOptions> {
  return paidOnlyOptions(kind).filter(({ field, value }) => input[field] === value);
}
