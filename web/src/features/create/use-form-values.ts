import type { Kind } from '@atelier/catalog';
import { useCallback, useEffect, useState } from 'react';
import { readDraft, writeDraft } from '#lib/drafts/drafts.ts';
import { type ChangeValue, type FormValues, initialValues } from './form-values.ts';

export type Form = {
  values: FormValues;
  isPublic: boolean;
  setValue: (name: string, value: unknown) => void;
  changeValue: ChangeValue;
  setValues: (values: FormValues) => void;
  setPublic: (isPublic: boolean) => void;
};

/** The form of a kind; every change is kept as a draft. Give the component a key per kind. */
export function useFormValues(kind: Kind): Form {
  const [values, setAll] = useState(() => initialValues(kind, readDraft(kind.id)));
  const [isPublic, setPublic] = useState(() => readDraft(kind.id).is_public === true);

  useEffect(() => writeDraft(kind.id, { ...values, is_public: isPublic }), [kind.id, values, isPublic]);

  const setValues = useCallback((change: FormValues) => setAll((known) => ({ ...known, ...change })), []);
  const setValue = useCallback((name: string, value: unknown) => setValues({ [name]: value }), [setValues]);
  const changeValue: ChangeValue = useCallback(
    (name, change) => setAll((known) => ({ ...known, [name]: change(known[name]) })),
    [],
  );
  return { values, isPublic, setValue, changeValue, setValues, setPublic };
}
