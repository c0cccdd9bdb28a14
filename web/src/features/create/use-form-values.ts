import type { Kind } from '@atelier/catalog';
import { useCallback, useEffect, useState } from 'react';
import { type Draft, readDraft, writeDraft } from '#lib/drafts/drafts.ts';
import { type ChangeValue, carriedValues, type FormValues, initialValues } from './form-values.ts';

export type Form = {
  /** The chosen one of the kinds that the form is for. */
  kind: Kind;
  values: FormValues;
  isPublic: boolean;
  setValue: (name: string, value: unknown) => void;
  changeValue: ChangeValue;
  setValues: (values: FormValues) => void;
  /** Goes on with another kind, or the same, and sets values. */
  fill: (kind: Kind, values: FormValues) => void;
  setPublic: (isPublic: boolean) => void;
};

/** The form of kinds that share a page; every change is kept as a draft. Give the component a key per page. */
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
