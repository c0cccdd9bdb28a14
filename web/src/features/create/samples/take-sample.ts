import type { Kind } from '@atelier/catalog';
import i18next from 'i18next';
import { accountStore } from '#product/account/account-store.ts';
import { readKept, writeKept } from '#product/kept/kept.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { type FormValues, wouldLose } from '../form-values.ts';
import type { FormTools } from '../open-form.ts';
import { findPromptField, rememberText } from '../prefill/use-prefill.ts';
import { type ListedSample, listSamples, requiredUploads } from './list-samples.ts';

/** Fills a form in with a sample, the files that its kind needs with it, and says so. */
export function takeSample(tools: FormTools, sample: ListedSample): void {
  const { kind } = tools.form;
  const isWaiting = accountStore.get().status === 'anonymous' && sample.fileUrls.length > 0;
  if (isWaiting) writeKept('sample', sample.id);
  const uploaded = requiredUploads(kind).slice(0, sample.fileUrls.length);
  fillIn(tools, { ...toValues(kind, sample) }, i18next.t('samples:taken', { title: sample.title }), uploaded);
  upload(tools, sample).catch(showErrorToast);
}

/** Puts an earlier prompt into a form, and says so when another one had to give way. */
export function takePrompt(tools: FormTools, prompt: string): void {
  fillIn(tools, { [findPromptField(tools.form.kind)]: prompt });
}

/** Uploads the files of the sample that a visitor has chosen before they signed in. */
export function uploadWaiting(tools: FormTools): void {
  const id = readKept('sample');
  const sample = listSamples(tools.form.kind).find((candidate) => candidate.id === id);
  if (!sample) return;
  writeKept('sample', undefined);
  upload(tools, sample).catch(showErrorToast);
}

function fillIn(tools: FormTools, change: FormValues, text?: string, uploaded: readonly string[] = []): void {
  const { form, uploads, notes, typeText, keepBefore } = tools;
  const { kind, values, touched } = form;
  const isReplacing = wouldLose(form, { ...values, ...change });
  if (isReplacing) rememberText(form);
  for (const [name, value] of Object.entries(change)) if (typeof value === 'string') typeText(name, value);
  form.setValues(change);
  notes.clear();
  notes.say(
    [...(text ? [{ text }] : []), ...(isReplacing ? [{ text: i18next.t('create:undo.replaced') }] : [])],
    keepBefore({ kind, values, touched }, () => uploads.dropFrom(uploaded)),
  );
}

/** The fields that carry a shape, with the name of each value that stands for the ratio. */
const shapeFields = { aspect_ratio: (ratio: string) => ratio, image_size: (ratio: string) => sizes[ratio] };
const sizes: Readonly<Record<string, string>> = { '16:9': 'landscape_16_9' };

function toValues(kind: Kind, { prompt, ratio = '' }: ListedSample): FormValues {
  const shape = Object.entries(shapeFields).flatMap(([name, format]) => {
    const field = kind.fields[name];
    const value = format(ratio);
    return field && !field.isIgnored && field.check(name, value).ok ? [[name, value] as const] : [];
  });
  return {
    ...(prompt === undefined ? {} : { [findPromptField(kind)]: prompt }),
    ...Object.fromEntries(shape),
  };
}

async function upload({ form, uploads }: FormTools, { fileUrls }: ListedSample): Promise<void> {
  const names = requiredUploads(form.kind);
  const files = await Promise.all(fileUrls.map(fetchFile));
  for (const [index, file] of files.entries()) {
    const name = names[index];
    if (name !== undefined) uploads.add(name, [file]);
  }
}

async function fetchFile(url: string): Promise<File> {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError(`The sample ${url} answered ${response.status}`);
  const blob = await response.blob();
  return new File([blob], url.slice(url.lastIndexOf('/') + 1), { type: blob.type });
}
