import type { Kind, KindInput } from './define-kind.ts';
import { type Fields, hasConsentFile, valueWhenAbsent } from './field.ts';
import { type InputIssue, inputIssue } from './issues.ts';
import type { Adjustment } from './wire.ts';

/** `adjustments` lists values that the kind lacks, each with its replacement. */
export type ParsedInput =
  | { ok: true; input: KindInput; adjustments: Adjustment[] }
  | { ok: false; issues: InputIssue[] };

/**
 * Reads the wire fields of a request into a kind's input and fills in defaults. Reports all problems at once. Fields that
 * the kind does not know are dropped: a price or a status in a request never has an effect.
 */
export function parseInput(kind: Kind, raw: Readonly<Record<string, unknown>>): ParsedInput {
  const found: Found = { issues: [], adjustments: [] };
  const { issues, adjustments } = found;
  const input = readFields(kind.fields, raw, found);
  issues.push(...findMissing(kind.fields, input), ...findSurplus(kind.fields, input));
  issues.push(...settleConsents(kind.fields, input));
  readFields(kind.validatedOnly, withoutKeys(raw, kind.fields), found);
  if (issues.length > 0) return { ok: false, issues };
  const broken = kind.rules.flatMap((rule) => rule(input));
  return broken.length > 0 ? { ok: false, issues: broken } : { ok: true, input, adjustments };
}

type Found = { issues: InputIssue[]; adjustments: Adjustment[] };

function readFields(fields: Fields, raw: KindInput, { issues, adjustments }: Found): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = Object.hasOwn(raw, name) ? raw[name] : undefined;
    if (value === undefined && !field.isRequired) {
      input[name] = valueWhenAbsent(field);
      continue;
    }
    const checked = field.check(name, value);
    if (!checked.ok) {
      issues.push(checked.issue);
      continue;
    }
    input[name] = checked.value;
    if (checked.isReplaced)
      adjustments.push({ field: name, from: value, to: checked.value, reason: 'model_default' });
  }
  return input;
}

/** Finds empty fields that a choice makes necessary. A field with a problem of its own is not in the input. */
function findMissing(fields: Fields, input: KindInput): InputIssue[] {
  return Object.entries(fields).flatMap(([name, { neededWhen }]) => {
    if (!neededWhen || input[neededWhen.field] !== neededWhen.value || input[name] !== null) return [];
    return [inputIssue(name, neededWhen.missing)];
  });
}

/** Finds fields that are filled in although the choice that uses them is not made. */
function findSurplus(fields: Fields, input: KindInput): InputIssue[] {
  return Object.entries(fields).flatMap(([name, { neededWhen }]) => {
    const isOther = neededWhen !== undefined && input[neededWhen.field] !== neededWhen.value;
    // A choice with a problem of its own is not in the input.
    if (!isOther || input[neededWhen.field] === undefined || (input[name] ?? null) === null) return [];
    return [inputIssue(name, neededWhen.surplus)];
  });
}

/** Finds files without the consent that they need, and takes away a consent to no file. */
function settleConsents(fields: Fields, input: Record<string, unknown>): InputIssue[] {
  return Object.entries(fields).flatMap(([name, { widget }]) => {
    if (widget.type !== 'consent') return [];
    if (hasConsentFile(widget, input))
      return input[name] === null ? [inputIssue(name, 'consent_required')] : [];
    input[name] = null;
    return [];
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
