import type { Kind } from '@atelier/catalog';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { replaceText } from '#ui/replace-text.ts';
import type { Say } from '../form-note.ts';
import { type Form, type FormState, initialValues, wouldLose } from '../form-values.ts';
import { rememberPrompt } from './prompt-history.ts';

type PrefillOptions = {
  form: Form;
  query: Readonly<Record<string, string>>;
  /** Types a text into a field, so that the field itself can undo it. */
  typeText: (name: string, text: string) => void;
  say: Say;
  keepBefore: KeepBefore;
  onRefused: (problems: InputProblem[]) => void;
  /** Removes the query from the address, so that a reload keeps what was typed since. */
  onDone: () => void;
};

// Loads the module in a function, so that the build does not repeat the names of its exports in the code of every form.
const loadPrefill = () => import('./prefill.ts');

/**
 * Fills in the form from the address, and says which parameters did not fit. What reads the query loads with the first
 * one: most visits have none.
 */
export function usePrefill(options: PrefillOptions): void {
  const { form, query, typeText, say, keepBefore, onRefused, onDone } = options;
  const { t } = useTranslation('create');
  const isFilling = Object.keys(query).length > 0;
  // `early.js` hides the prerendered form in the same way: it has the values of no address, and would change under the eye.
  useLayoutEffect(() => hideForm(isFilling), [isFilling]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is read once, when it arrives
  useEffect(() => {
    if (!isFilling) return;
    let isCurrent = true;
    const fill = async () => {
      const { listLeftOut, loadNamedKind, keepMadeFrom, readPrefill, readRefused, takeProject } =
        await loadPrefill();
      const kind = (await loadNamedKind(form.kind, query)) ?? form.kind;
      if (!isCurrent) return;
      const prefill = readPrefill(kind, query);
      const { values, isWhole } = prefill;
      // A query that names the kind describes the whole form, so nothing of an older draft is kept.
      const next = isWhole ? { ...initialValues(kind, {}), ...values } : values;
      const isReplacing = wouldLose(form, { ...form.values, ...next });
      for (const [name, value] of Object.entries(next)) if (typeof value === 'string') typeText(name, value);
      form.fill(kind, next, Object.keys(values));
      if (isWhole) keepMadeFrom(kind, query.made_from);
      const leaveProject = isWhole ? takeProject(query) : undefined;
      // The earlier form was not made from it.
      const forget = () => {
        keepMadeFrom(kind, undefined);
        leaveProject?.();
      };
      const lines = [
        ...(isReplacing ? [{ text: t('undo.replaced') }] : []),
        ...listLeftOut(kind, query, prefill),
      ];
      if (isReplacing) rememberText(form);
      say(lines, keepBefore(form, forget));
      onDone();
      const refused = await readRefused(kind, query);
      if (refused.length > 0) onRefused(refused);
    };
    fill().catch((error: unknown) => {
      hideForm(false);
      showErrorToast(error);
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
}

/** Hides what has the variant `filling` while the form takes the values of its address, or shows it again. */
function hideForm(isFilling: boolean): void {
  document.documentElement.toggleAttribute('data-filling', isFilling);
}

/** Returns what brings an earlier form back. */
export type KeepBefore = (before: FormState, onUndo?: () => void) => () => void;

/** Replaces texts so that the field can undo it, and brings the earlier form back. */
export function useReplacedText(formRef: RefObject<HTMLFormElement | null>, form: Form) {
  const typeText = (name: string, text: string) => {
    const control = formRef.current?.elements.namedItem(name);
    if (control instanceof HTMLTextAreaElement) replaceText(control, text);
  };
  const keepBefore: KeepBefore = (before, onUndo) => () => {
    for (const [name, value] of Object.entries(before.values))
      if (typeof value === 'string') typeText(name, value);
    const { kind, values, touched } = before;
    form.restore({ kind, values, touched });
    onUndo?.();
  };
  return { typeText, keepBefore };
}

export function rememberText({ values }: FormState): void {
  rememberPrompt(String(values.prompt ?? ''));
}

/** The field of the user's words. */
export function findPromptField({ fields }: Kind): string {
  const isText = (name: string) =>
    fields[name]?.widget.type === 'textarea' && fields[name]?.section === 'main';
  return Object.keys(fields).find(isText) ?? 'prompt';
}
