import { type InputIssue, type Kind, type KindInput, parseInput } from '@atelier/catalog';
import { useCallback, useEffect, useState } from 'react';
import { type Draft, readDraft, writeDraft } from '#lib/drafts.ts';

/** The form's values by field name. They may be invalid: only `parseInput` decides what may be sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Derives a field's next value from its current one. */
export type ChangeValue = (name: string, change: (known: unknown) => unknown) => void;

export type Form = {
  /** The chosen one of the kinds on the page. */
  kind: Kind;
  values: FormValues;
  isPublic: boolean;
  setValue: (name: string, value: unknown) => void;
  changeValue: ChangeValue;
  setValues: (values: FormValues) => void;
  /** Switches to a kind, which may be the current one, and sets values. */
  fill: (kind: Kind, values: FormValues) => void;
  setPublic: (isPublic: boolean) => void;
};

/** The form of kinds that share a page; every change is saved as a draft. Give the component a key per page. */
export function useFormValues(kinds: readonly [Kind, ...Kind[]]): Form {
  const key = kinds.length === 1 ? kinds[0].id : kinds[0].menu.path;
  const [{ kind, values }, setForm] = useState(() => readForm(kinds, readDraft(key)));
  const [isPublic, setPublic] = useState(() => readDraft(key).is_public === true);

  useEffect(
    () => writeDraft(key, { ...values, model: kind.id, is_public: isPublic }),
    [key, kind.id, values, isPublic],
  );

  const fill = useCallback(
    (next: Kind, change: FormValues) =>
      setForm((known) => ({ kind: next, values: { ...carriedValues(known, next), ...change } })),
    [],
  );
  const setValues = useCallback(
    (change: FormValues) => setForm((known) => ({ ...known, values: { ...known.values, ...change } })),
    [],
  );
  const changeValue: ChangeValue = useCallback(
    (name, change) =>
      setForm((known) => ({
        ...known,
        values: { ...known.values, [name]: change(known.values[name]) },
      })),
    [],
  );
  const setValue = useCallback(
    (name: string, value: unknown) => changeValue(name, () => value),
    [changeValue],
  );
  return { kind, values, isPublic, setValue, changeValue, setValues, fill, setPublic };
}

function readForm(kinds: readonly [Kind, ...Kind[]], draft: Draft): { kind: Kind; values: FormValues } {
  const kind = kinds.find(({ id }) => id === draft.model) ?? kinds[0];
  return { kind, values: initialValues(kind, draft) };
}

/** The kind's defaults overlaid with a draft. An option that no longer exists falls back to the default. */
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
 * The values to continue with under another kind. Sliders are tuned to a model, so they return to its defaults;
 * everything else is kept, including values that the other kind has no field for.
 */
export function carriedValues(form: { kind: Kind; values: FormValues }, next: Kind): FormValues {
  if (form.kind === next) return form.values;
  const kept = Object.entries(form.values).filter(([name]) => next.fields[name]?.widget.type !== 'slider');
  const values = Object.fromEntries(kept);
  return { ...values, ...initialValues(next, values) };
}

/** The input to price: invalid or missing values count as their defaults, so that there always is a price. */
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

/** Whether any advanced field differs from its default. */
export function hasChangedAdvanced(kind: Kind, values: FormValues): boolean {
  return Object.entries(kind.fields).some(
    ([name, field]) => field.section === 'advanced' && values[name] !== field.default,
  );
}

/** Whether an upload field holds as many files as it accepts. */
export function isFieldFull(kind: Kind, name: string, value: unknown): boolean {
  const widget = kind.fields[name]?.widget;
  if (widget?.type !== 'upload') return false;
  const count = Array.isArray(value) ? value.length : typeof value === 'string' && value !== '' ? 1 : 0;
  return count >= widget.maxFiles;
}
