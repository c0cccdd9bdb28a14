import type { InputIssue, Kind, KindInput } from '@atelier/catalog';
import { parseInput } from '@atelier/catalog';
import type { Draft } from '#lib/drafts/drafts.ts';

/** What stands in the form, by field name. It may be wrong: only `parseInput` says what may be sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Sets a field to what follows from its present value. */
export type ChangeValue = (name: string, change: (known: unknown) => unknown) => void;

/** The defaults of a kind with a draft laid over them. A choice that no longer exists falls back to its default. */
export function initialValues(kind: Kind, draft: Draft): FormValues {
  const entries = Object.entries(kind.fields).map(([name, field]) => {
    const kept = draft[name];
    if (field.widget.type === 'textarea')
      return [name, typeof kept === 'string' ? kept : (field.default ?? '')];
    const checked = kept === undefined ? undefined : field.check(name, kept);
    return [name, checked?.ok ? checked.value : field.default];
  });
  return Object.fromEntries(entries);
}

/**
 * The values to go on with in the form of another kind. Sliders are tuned to a model, so they begin anew (product-2
 * section 4); all else stays, also what the other kind has no field for.
 */
export function carriedValues(form: { kind: Kind; values: FormValues }, next: Kind): FormValues {
  if (form.kind === next) return form.values;
  const kept = Object.entries(form.values).filter(([name]) => next.fields[name]?.widget.type !== 'slider');
  const values = Object.fromEntries(kept);
  return { ...values, ...initialValues(next, values) };
}

/** The input to price: what is wrong or missing counts with its default, so that there always is a price. */
export function pricedInput(kind: Kind, values: FormValues): KindInput {
  const entries = Object.entries(kind.fields).map(([name, field]) => {
    const checked = field.check(name, values[name]);
    return [name, checked.ok ? checked.value : field.default];
  });
  return Object.fromEntries(entries);
}

export function findIssues(kind: Kind, values: FormValues): InputIssue[] {
  const parsed = parseInput(kind, values);
  return parsed.ok ? [] : parsed.issues;
}

/** Whether anything in the folded section is not as it comes. */
export function hasChangedAdvanced(kind: Kind, values: FormValues): boolean {
  return Object.entries(kind.fields).some(
    ([name, field]) => field.section === 'advanced' && values[name] !== field.default,
  );
}

/** Whether an upload field has all the files it can take. */
export function isFieldFull(kind: Kind, name: string, value: unknown): boolean {
  const widget = kind.fields[name]?.widget;
  if (widget?.type !== 'upload') return false;
  const count = Array.isArray(value) ? value.length : typeof value === 'string' && value !== '' ? 1 : 0;
  return count >= widget.maxFiles;
}
