import type { Field, Kind } from '@atelier/catalog';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProblem } from '#lib/api/api-error.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { replaceText } from '#ui/replace-text.ts';
import { showToast } from '#ui/show-toast.ts';
import { type Form, type FormState, initialValues, wouldLose } from '../form-values.ts';
import { rememberPrompt } from './prompt-history.ts';

type PrefillOptions = {
  form: Form;
  query: Readonly<Record<string, string>>;
  /** Types a text into a field, so that the field itself can undo it. */
  typeText: (name: string, text: string) => void;
  onReplaced: (before: FormState, reason?: 'replaced', onUndo?: () => void) => void;
  onRefused: (problems: InputProblem[]) => void;
  /** Removes the query from the address, so that a reload keeps what was typed since. */
  onDone: () => void;
};

// By a function: the build then does not repeat the names of what is taken from it in the code of every form.
const loadPrefill = () => import('./prefill.ts');

/**
 * Fills in the form from the address, and says which parameters did not fit. What reads the query loads with the first
 * one: most visits have none.
 */
export function usePrefill(options: PrefillOptions): void {
  const { form, query, typeText, onReplaced, onRefused, onDone } = options;
  const showLeftOut = useLeftOutToast();
  const showRefused = useRefusedToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a query is read once, when it arrives
  useEffect(() => {
    if (Object.keys(query).length === 0) return;
    let isCurrent = true;
    const fill = async () => {
      const { filesNeeded, loadNamedKind, keepMadeFrom, readPrefill, readRefused, takeProject } =
        await loadPrefill();
      const kind = (await loadNamedKind(form.kind, query)) ?? form.kind;
      if (!isCurrent) return;
      const { values, dropped, refused: wrong, isWhole } = readPrefill(kind, query);
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
      if (isReplacing) onReplaced(form, 'replaced', forget);
      showLeftOut(dropped);
      showRefused(kind, wrong);
      showLeftOut(filesNeeded(kind, query), 'filesNeeded');
      onDone();
      const refused = await readRefused(kind, query);
      if (refused.length > 0) onRefused(refused);
    };
    fill().catch(showErrorToast);
    return () => {
      isCurrent = false;
    };
  }, [query]);
}

/** Long enough to notice what was lost. */
const undoMs = 10_000;

/** Replaces texts so that the field can undo it, and offers the earlier form in a toast. */
export function useReplacedText(formRef: RefObject<HTMLFormElement | null>, form: Form) {
  const { t } = useTranslation('create');
  const dismiss = useRef<() => void>(undefined);
  // Another form cannot undo it.
  useEffect(() => () => dismiss.current?.(), []);

  const typeText = (name: string, text: string) => {
    const control = formRef.current?.elements.namedItem(name);
    if (control instanceof HTMLTextAreaElement) replaceText(control, text);
  };
  const onReplaced = (
    before: FormState,
    reason: 'replaced' | 'arrived' = 'replaced',
    onUndo?: () => void,
  ) => {
    rememberPrompt(String(before.values.prompt ?? ''));
    const undo = () => {
      for (const [name, value] of Object.entries(before.values))
        if (typeof value === 'string') typeText(name, value);
      const { kind, values, touched } = before;
      form.restore({ kind, values, touched });
      onUndo?.();
    };
    const action = { label: t('undo.action'), onPress: undo };
    dismiss.current = showToast(t(`undo.${reason}`), { action, durationMs: undoMs });
  };
  const replacePrompt = (prompt: string) => {
    const name = findPromptField(form.kind);
    const isReplacing = wouldLose(form, { ...form.values, [name]: prompt });
    typeText(name, prompt);
    form.setValue(name, prompt);
    if (isReplacing) onReplaced(form);
  };
  return { typeText, onReplaced, replacePrompt };
}

/** The field of the user's words. */
function findPromptField({ fields }: Kind): string {
  const isText = (name: string) =>
    fields[name]?.widget.type === 'textarea' && fields[name]?.section === 'main';
  return Object.keys(fields).find(isText) ?? 'prompt';
}

/** Says once what other forms brought along in place of an earlier text, and what did not fit. */
export function useArrivalToasts(
  { kind, arrival }: Form,
  isPrefilled: boolean,
  onReplaced: (before: FormState, reason: 'arrived') => void,
): void {
  const showLeftOut = useLeftOutToast();
  const showRefused = useRefusedToast();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    // A link describes the form better than other forms do, and has its own toasts.
    if (isPrefilled) return;
    if (arrival.before) onReplaced(arrival.before, 'arrived');
    const hasField = (name: string) => kind.fields[name] !== undefined && !kind.fields[name].isIgnored;
    showLeftOut(arrival.leftOut.filter((name) => !hasField(name)));
    showRefused(kind, arrival.leftOut.filter(hasField));
  }, []);
}

type LeftOutToast = (names: readonly string[], reason?: 'dropped' | 'filesNeeded') => void;

function useLeftOutToast(): LeftOutToast {
  const { t } = useTranslation(['create', 'kinds']);
  return (fields, reason = 'dropped') => {
    if (fields.length === 0) return;
    const names = fields.map((name) => t(`kinds:fields.${name}.label`, { defaultValue: name }));
    showToast(t(`create:prefill.${reason}`, { names: names.join(t('create:prefill.separator')) }), {
      durationMs: undoMs,
    });
  };
}

/** Names fields whose values do not fit, each with the values that it takes. */
function useRefusedToast(): (kind: Kind, names: readonly string[]) => void {
  const { t } = useTranslation(['create', 'kinds']);
  const listAllowed = useAllowedValues();
  return ({ fields }, refused) => {
    if (refused.length === 0) return;
    const named = refused.map((name) => {
      const label: string = t(`kinds:fields.${name}.label`, { defaultValue: name });
      const allowed = listAllowed(name, fields[name]);
      return allowed === '' ? label : t('create:prefill.allowed', { name: label, allowed });
    });
    const names = named.join(t('create:prefill.separator'));
    showToast(t('create:prefill.refused', { names }), { durationMs: undoMs });
  };
}

/** A longer list is not read in a toast. */
const maxNamedOptions = 8;

function useAllowedValues(): (name: string, field: Field | undefined) => string {
  const { t, i18n } = useTranslation('create');
  const formatLabel = useValueLabel();
  return (name, field) => {
    if (field?.range && field.widget.type === 'slider') {
      const format = (number: number) => new Intl.NumberFormat(i18n.language).format(number);
      return t('prefill.range', { min: format(field.range.min), max: format(field.range.max) });
    }
    if (field?.widget.type !== 'choice' || field.widget.options.length > maxNamedOptions) return '';
    const { options, unit } = field.widget;
    return options.map(({ value }) => formatLabel({ field: name, value, unit })).join(t('prefill.separator'));
  };
}
