import {
  type Field,
  formInput,
  hasConsentFile,
  type InputIssue,
  type Kind,
  type KindInput,
  type Medium,
  type ParsedInput,
  parseInput,
} from '@atelier/catalog';
import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '#lib/server-time.ts';
import { useStore } from '#lib/store.ts';
import { type Account, accountStore } from '#product/account/account-store.ts';
import { useAsLastKind } from '#product/generation/store/last-kind.ts';
import { keptOwner, readKept, writeKept } from '#product/kept/kept.ts';
import type { FormDraft } from '#product/kept/table.ts';
import { hasPagePerMode } from '#product/media-facts.build.ts';
import { arrivalAt, readTravellers, sendTravelling, type Touched } from './prefill/travel.ts';

/** The form's values by field name. They may be invalid: only `parseInput` decides what may be sent. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Derives a field's next value from its current one. */
export type ChangeValue = (name: string, change: (known: unknown) => unknown) => void;

/** Everything that the user can set in a form, and when they set what. */
export type FormState = { kind: Kind; values: FormValues; touched: Touched };

export type Form = FormState & {
  /** Values taken over from other forms when this one opened. */
  arrival: FormArrival;
  setValue: (name: string, value: unknown) => void;
  changeValue: ChangeValue;
  setValues: (values: FormValues) => void;
  /** Switches to a kind, which may be the current one, and sets values; those of `given` count as set by the user. */
  fill: (kind: Kind, values: FormValues, given?: readonly string[]) => void;
  restore: (state: FormState) => void;
};

export type FormArrival = {
  /** The fields that did not fit. */
  leftOut: readonly string[];
  /** The form as its own draft was; undefined when nothing arrived. */
  before: FormState | undefined;
  /** Whether a text or a file of it had to give way. */
  isReplacing: boolean;
};

/** A form that opens with a kind; every change is saved as the draft of its page. Give the component a key per page. */
export function useFormValues(first: Kind): Form {
  const key = formatDraftKey(first.medium, first.menu.path);
  const [{ state: opened, arrival }] = useState(() => openForm(first, readKept('form', key)));
  const [state, setState] = useState(opened);
  const { kind, values, touched } = state;
  const [openedAtMs] = useState(Date.now);
  // The form may open before the server has said whose it is; what was typed until then is among what is read.
  const owner = useStore(keptOwner);
  const [openedFor, setOpenedFor] = useState(owner);
  if (owner !== openedFor) {
    setOpenedFor(owner);
    setState(openForm(kind, readKept('form', key)).state);
  }

  useEffect(() => {
    const draft = { ...values, model: kind.id, touched, seen_at_ms: openedAtMs };
    writeKept('form', draft, key);
    sendTravelling(kind, draft, touched);
  }, [key, kind, values, touched, openedAtMs]);

  useAsLastKind(kind.id);
  const setters = useMemo(() => createSetters(setState), []);
  return { ...state, arrival, ...setters };
}

/** Where the draft of the form at a path is kept: the models of a mode of images share one, every other kind has its own. */
export function formatDraftKey(medium: Medium, path: string): string {
  return hasPagePerMode[medium] ? path : (path.split('/').at(-1) ?? path);
}

function createSetters(setState: (change: (known: FormState) => FormState) => void) {
  const changeValue: ChangeValue = (name, change) =>
    setState((known) => withValues(known, { [name]: change(known.values[name]) }));
  return {
    changeValue,
    setValue: (name: string, value: unknown) => changeValue(name, () => value),
    setValues: (change: FormValues) => setState((known) => withValues(known, change)),
    fill: (kind: Kind, change: FormValues, given: readonly string[] = []) =>
      setState((known) => ({
        ...known,
        kind,
        values: withoutStaleConsents(kind, known.values, { ...carriedValues(known, kind), ...change }),
        touched: touchedNow(known.touched, given),
      })),
    restore: (earlier: FormState) =>
      setState((known) => {
        // Newer than what replaced it, which would otherwise arrive again.
        const returned = Object.keys(earlier.values).filter(
          (name) =>
            earlier.values[name] !== known.values[name] || earlier.touched[name] !== known.touched[name],
        );
        return { ...earlier, touched: touchedNow(earlier.touched, returned) };
      }),
  };
}

function withValues(form: FormState, change: FormValues): FormState {
  const touched = touchedNow(form.touched, Object.keys(change));
  const values = withoutStaleConsents(form.kind, form.values, { ...form.values, ...change });
  return { ...form, values, touched };
}

/** Empties a consent whose file is another one than before: it was given for that one. */
export function withoutStaleConsents({ fields }: Kind, before: FormValues, after: FormValues): FormValues {
  const stale = Object.entries(fields).filter(
    ([, { widget }]) => widget.type === 'consent' && before[widget.to] !== after[widget.to],
  );
  return { ...after, ...Object.fromEntries(stale.map(([name, field]) => [name, field.default])) };
}

function touchedNow(touched: Touched, names: readonly string[]): Touched {
  const atMs = serverNow();
  return { ...touched, ...Object.fromEntries(names.map((name) => [name, atMs])) };
}

/** A form as its draft has it, with what the user has set in other forms since. */
function openForm(kind: Kind, draft: FormDraft = {}): { state: FormState; arrival: FormArrival } {
  const { touched = {}, seen_at_ms: seenAtMs = 0 } = draft;
  const own: FormState = {
    kind,
    values: initialValues(kind, draft),
    touched,
  };
  const { leftOut, ...arrived } = arrivalAt(kind, { touched, seenAtMs }, readTravellers(kind.medium));
  const state: FormState = {
    kind,
    values: { ...own.values, ...arrived.values },
    touched: { ...touched, ...arrived.touched },
  };
  const before = Object.keys(arrived.values).length > 0 ? own : undefined;
  return { state, arrival: { leftOut, before, isReplacing: wouldLose(own, state.values) } };
}

/** Whether the user would lose a text or a file if a form got these values instead. */
export function wouldLose({ kind, values }: Pick<FormState, 'kind' | 'values'>, next: FormValues): boolean {
  return Object.entries(kind.fields).some(([name, { widget, section }]) => {
    const isWork = section === 'main' && (widget.type === 'textarea' || widget.type === 'upload');
    return isWork && isFilled(values[name]) && String(values[name]) !== String(next[name] ?? '');
  });
}

/** Whether a field holds a text or a file. */
export function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value.trim() !== '';
}

/**
 * The values that a form begins with for its user, overlaid with a draft, without the fields that the model ignores. An
 * option that no longer exists falls back to them.
 */
export function initialValues(kind: Kind, draft: FormValues): FormValues {
  const offered = Object.entries(kind.fields).filter(([, field]) => !field.isIgnored);
  const first = formInput(kind, mayUsePaidOnly(accountStore.get()));
  const entries = offered.map(([name, field]) => {
    const kept = draft[name];
    if (field.widget.type === 'textarea')
      return [name, typeof kept === 'string' ? kept : (field.default ?? '')];
    const checked = kept === undefined ? undefined : field.check(name, kept);
    return [name, checked?.ok ? checked.value : first[name]];
  });
  return Object.fromEntries(entries);
}

/**
 * The values to continue with under another kind. Sliders are tuned to a model, so they return to its defaults;
 * everything else is kept, including values that the other kind has no field for. A size that the form began with only as it
 * cost no more here does not go along: it may cost more there. Nor does a consent
 * to a form that would not end it with its file.
 */
export function carriedValues(form: Pick<FormState, 'kind' | 'values'>, next: Kind): FormValues {
  if (form.kind === next) return form.values;
  const first = formInput(form.kind);
  const isRaised = (name: string, value: unknown) =>
    value === first[name] && value !== form.kind.fields[name]?.default;
  const isTuned = (name: string) => next.fields[name]?.widget.type === 'slider';
  const isLost = (name: string) =>
    form.kind.fields[name]?.widget.type === 'consent' && next.fields[name]?.widget.type !== 'consent';
  const kept = Object.entries(form.values).filter(
    ([name, value]) => !isTuned(name) && !isLost(name) && !isRaised(name, value),
  );
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

/** Whether options for paid accounts are open to the user; until it is known who that is, they are. */
export function mayUsePaidOnly({ status, info }: Account): boolean {
  return info?.has_ever_paid ?? status !== 'anonymous';
}

/** Returns free values to choose instead of paid-only ones, for users without access, where there is a choice. */
export function openValues(kind: Kind, values: FormValues): FormValues {
  const changes = Object.entries(kind.fields).flatMap(([name, { widget, isIgnored, default: usual }]) => {
    if (widget.type !== 'choice' || isIgnored) return [];
    const open: unknown[] = widget.options.flatMap(({ isPaidOnly, value }) => (isPaidOnly ? [] : value));
    if (open.length === 0 || open.includes(values[name])) return [];
    return [[name, open.includes(usual) ? usual : open[0]]];
  });
  return Object.fromEntries(changes);
}

/** Whether the form shows a field: not one that the model ignores, or that the other values make useless. */
export function isShown({ widget, isIgnored, neededWhen }: Field, values: FormValues): boolean {
  if (widget.type === 'consent') return hasConsentFile(widget, values);
  return !isIgnored && (!neededWhen || values[neededWhen.field] === neededWhen.value);
}

/** The input to submit: what is not shown is not sent either. */
export function parseForm(kind: Kind, values: FormValues): ParsedInput {
  const shown = Object.entries(values).filter(([name]) => {
    const field = kind.fields[name];
    return field && isShown(field, values);
  });
  return parseInput(kind, Object.fromEntries(shown));
}

export function findIssues(kind: Kind, values: FormValues): InputIssue[] {
  const parsed = parseForm(kind, values);
  return parsed.ok ? [] : parsed.issues;
}

export type VideoLength = { frames: number; fps: number; seconds: number };

/**
 * The length of the delivered video, for kinds that set frames and frame rate. Interpolated frames come on top of each
 * frame; they raise the frame rate with the length as it was, or make the video longer.
 */
export function videoLength(kind: Kind, values: FormValues): VideoLength | undefined {
  const input = pricedInput(kind, values);
  const { num_frames: frames, frames_per_second: fps } = input;
  if (typeof frames !== 'number' || typeof fps !== 'number') return undefined;
  const isInterpolated = input.interpolator_model !== 'none';
  const factor = isInterpolated ? 1 + Number(input.num_interpolated_frames ?? 0) : 1;
  const deliveredFps = input.adjust_fps_for_interpolation === false ? fps : fps * factor;
  return { frames: frames * factor, fps: deliveredFps, seconds: (frames * factor) / deliveredFps };
}

/** Whether any advanced field differs from its default. */
export function hasChangedAdvanced(kind: Kind, values: FormValues): boolean {
  return Object.entries(kind.fields).some(
    ([name, field]) => field.section === 'advanced' && !field.isIgnored && values[name] !== field.default,
  );
}

/** Whether an upload field holds as many files as it accepts. */
export function isFieldFull(kind: Kind, name: string, value: unknown): boolean {
  const widget = kind.fields[name]?.widget;
  if (widget?.type !== 'upload') return false;
  const count = Array.isArray(value) ? value.length : typeof value === 'string' && value !== '' ? 1 : 0;
  return count >= widget.maxFiles;
}
