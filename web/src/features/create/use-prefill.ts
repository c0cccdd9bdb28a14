import type { Kind } from '@atelier/catalog';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isNameOf, kindNames } from '#lib/navigation/name-kind.ts';
import { showToast } from '#ui/show-toast.ts';
import { initialValues } from './form-values.ts';
import { readPrefill } from './prefill.ts';
import type { Form } from './use-form-values.ts';

type PrefillOptions = {
  kinds: readonly Kind[];
  form: Form;
  query: Readonly<Record<string, string>>;
  /** Takes the query out of the address, so that a reload keeps what was typed since. */
  onDone: () => void;
};

/** Fills the form from the address, and says what did not fit. */
export function usePrefill({ kinds, form, query, onDone }: PrefillOptions): void {
  const { t } = useTranslation(['create', 'kinds']);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is read once, when it comes
  useEffect(() => {
    if (Object.keys(query).length === 0) return;
    const named = kinds.find((kind) => kindNames.some((name) => isNameOf(kind, query[name])));
    const kind = named ?? form.kind;
    const { values, dropped, isWhole } = readPrefill(kind, query);
    // A query that names the kind describes the whole form: nothing of an older draft stays in it.
    form.fill(kind, isWhole ? { ...initialValues(kind, {}), ...values } : values);
    if (isWhole) form.setPublic(query.is_public === 'true');
    if (dropped.length > 0) {
      const names = dropped.map((name) => t(`kinds:fields.${name}.label`, { defaultValue: name }));
      showToast(t('create:prefill.dropped', { names: names.join(t('create:prefill.separator')) }));
    }
    onDone();
  }, [query]);
}
