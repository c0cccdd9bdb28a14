import type { Kind } from '@atelier/catalog';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createStore } from '#lib/store.ts';
import type { Notes } from './form-note.ts';
import type { Form } from './form-values.ts';
import type { KeepBefore } from './prefill/use-prefill.ts';
import type { Uploads } from './uploads/use-uploads.ts';

/** Parts of a form that fill it in from beside it. */
export type FormTools = {
  form: Form;
  uploads: Uploads;
  notes: Notes;
  typeText: (name: string, text: string) => void;
  keepBefore: KeepBefore;
};

/** The form of the page and its present kind; `tools` are those of its last render. */
export const openForm = createStore<{ kind: Kind; tools: { readonly current: FormTools } } | undefined>(
  undefined,
);

export function usePublishedForm(tools: FormTools): void {
  const { kind } = tools.form;
  const latest = useRef(tools);
  useLayoutEffect(() => {
    latest.current = tools;
  });
  useEffect(() => {
    const own = { kind, tools: latest };
    openForm.set(own);
    return () => {
      if (openForm.get() === own) openForm.set(undefined);
    };
  }, [kind]);
}
