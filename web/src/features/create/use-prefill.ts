import type { Kind } from '@atelier/catalog';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '#ui/show-toast.ts';
import { type FormValues, initialValues } from './form-values.ts';
import { readPrefill } from './read-prefill.ts';

type PrefillOptions = {
  kind: Kind;
  query: Readonly<Record<string, string>>;
  setValues: (values: FormValues) => void;
  setPublic: (isPublic: boolean) => void;
  /** Takes the query out of the address, so that a reload keeps what was typed since. */
  onDone: () => void;
};

/** Fills the form from the address, and says what did not fit. */
export function usePrefill({ kind, query, setValues, setPublic, onDone }: PrefillOptions): void {
  const { t } = useTranslation(['create', 'kinds']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is read once, when it comes
  useEffect(() => {
    if (Object.keys(query).length === 0) return;
    const { values, dropped, isWhole } = readPrefill(kind, query);
    // A query that names the kind describes the whole form: nothing of an older draft stays in it.
    setValues(isWhole ? { ...initialValues(kind, {}), ...values } : values);
    if (isWhole) setPublic(query.is_public === 'true');
    if (dropped.length > 0) {
      const names = dropped.map((name) => t(`kinds:fields.${name}.label`, { defaultValue: name }));
      showToast(t('create:prefill.dropped', { names: names.join(', ') }));
    }
    onDone();
  }, [kind, query]);
}
