import type { Kind } from '@atelier/catalog';
import { serverNow } from '#lib/server-time.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import type { FormDraft } from '#product/kept/table.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import type { NoteLine } from '../form-note.ts';
import { type FormState, formatDraftKey, initialValues, isFilled } from '../form-values.ts';
import type { Travellers } from '../prefill/travel.ts';
import { handover } from './handover.ts';
import type { FormFiles, Put } from './plan-files.ts';

export type From = FormFiles & Pick<FormState, 'touched'> & { path: string };
type To = { kind: Kind; puts?: readonly Put[]; lines?: readonly NoteLine[] };

/**
 * Keeps the draft of another page as this form would be there, and what to do when it opens. With `puts` the draft is
 * this form with these files; without, it is the page's own. `open` navigates.
 */
export async function moveForm(from: From, { kind, puts, lines = [] }: To, open: Open): Promise<void> {
  const before = { draft: toDraft(from), travels: readKept('travels', kind.medium) };
  const { path } = kind.menu;
  const key = formatDraftKey(kind.medium, path);
  const replaced = readKept('form', key);
  const movedAtMs = serverNow();
  writeKept('form', puts ? carriedDraft(from, kind, puts) : { ...replaced, model: kind.id }, key);
  const undo = () => {
    writeKept('form', before.draft, formatDraftKey(kind.medium, from.path));
    writeKept('form', replaced, key);
    takeBackTravelling(kind, movedAtMs, before.travels);
    handover.set({ path: from.path, uploads: from.moving, lines: [], undo: undefined });
    open(from.path).catch(showErrorToast);
  };
  const uploads = (puts ?? []).flatMap(({ field, content }) =>
    content instanceof File ? [{ field, file: content }] : [],
  );
  handover.set({ path, uploads, lines, undo });
  try {
    await open(path);
  } catch (error) {
    handover.set(undefined);
    writeKept('form', replaced, key);
    throw error;
  }
}

export type Open = (path: string) => Promise<void>;

function toDraft({ kind, values, touched }: From): FormDraft {
  return { ...values, model: kind.id, touched, seen_at_ms: serverNow() };
}

/** A draft of another kind with all that the user has set here, with these files and no others. */
function carriedDraft(from: From, kind: Kind, puts: readonly Put[]): FormDraft {
  const values = carriedByHand(from, kind);
  const touched = Object.fromEntries(Object.entries(from.touched).filter(([name]) => name in values));
  const now = serverNow();
  for (const [name, { widget }] of Object.entries(kind.fields)) {
    if (widget.type !== 'upload') continue;
    const urls = puts.flatMap(({ field, content }) =>
      field === name && typeof content === 'string' ? [content] : [],
    );
    values[name] = widget.maxFiles > 1 ? urls : urls[0];
    touched[name] = now;
  }
  return { ...values, model: kind.id, touched, seen_at_ms: now };
}

/** The texts of a form and the settings that its user has chosen, without those that are tuned to a model, and consents. */
function carriedByHand({ kind, values, touched }: From, next: Kind): Record<string, unknown> {
  const kept = Object.entries(values).filter(([name]) => {
    const widget = kind.fields[name]?.widget.type;
    const isTuned = widget === 'slider' || next.fields[name]?.widget.type === 'slider';
    const isOfFile = widget === 'upload' || widget === 'consent';
    return widget === 'textarea' || (!isOfFile && !isTuned && touched[name] !== undefined);
  });
  const taken = initialValues(next, Object.fromEntries(kept));
  return Object.fromEntries(kept.filter(([name, value]) => name in taken && taken[name] === value));
}

/** The fields whose value a form loses under another kind, of those that its user has set. */
export function findLeftOut(form: FormState, next: Kind): string[] {
  const nextValues = initialValues(next, form.values);
  return Object.entries(form.kind.fields).flatMap(([name, { widget }]) => {
    const value = form.values[name];
    const isLeft = ['slider', 'upload', 'consent'].includes(widget.type);
    if (isLeft || form.touched[name] === undefined || isNothing(value)) return [];
    const other = next.fields[name];
    return other && !other.isIgnored && nextValues[name] === value ? [] : [name];
  });
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || value === false || (typeof value === 'string' && !isFilled(value));

/** Takes back what the form of a kind has let travel since a time: what travelled before does again. */
function takeBackTravelling({ id, medium }: Kind, sinceMs: number, before: Travellers = {}): void {
  const now = Object.entries(readKept('travels', medium) ?? {});
  const kept = now.flatMap(([name, traveller]) => {
    if (traveller.kindId !== id || traveller.atMs < sinceMs) return [[name, traveller] as const];
    const earlier = before[name];
    return earlier ? [[name, earlier] as const] : [];
  });
  writeKept('travels', Object.fromEntries(kept), medium);
}
