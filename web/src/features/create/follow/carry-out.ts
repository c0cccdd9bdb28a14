import type { Kind, UploadAccept } from '@atelier/catalog';
import i18next from 'i18next';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { findModelLabel } from '#product/kinds/kinds.ts';
import { findFileProblem, type UploadItem } from '#product/uploads/upload-board.ts';
import { showToast } from '#ui/show-toast.ts';
import { type NoteLine, type Notes, nameFields } from '../form-note.ts';
import type { Form } from '../form-values.ts';
import type { Uploads } from '../uploads/use-uploads.ts';
import { type From, findLeftOut, moveForm, type Open } from './move-form.ts';
import type { FilePlan } from './plan-files.ts';

type BadFile = Pick<UploadItem, 'file' | 'accept' | 'problem' | 'isOneOfMany'>;

export type FollowedForm = {
  form: Form;
  from: From;
  uploads: Uploads;
  notes: Notes;
  open: Open;
  formatProblem: (file: BadFile) => string;
};

/** Does with files as planned, and says so in the form. */
export async function carryOut(to: FollowedForm, plan: FilePlan, files: readonly File[]): Promise<void> {
  const { form, from, uploads, notes, open, formatProblem } = to;
  if (!('puts' in plan)) return refuse(to, plan.act, files);
  if (accountStore.get().status === 'anonymous') return openDialog({ name: 'sign-in' });
  const lines = listLines(to, plan);
  // A form is not left for a file that the next one would refuse.
  const bad = plan.act === 'move' ? findBadFile(plan) : undefined;
  if (bad) return void showToast(formatProblem(bad), { tone: 'error' });
  if (plan.act === 'move') return moveForm(from, { ...plan, lines }, open);
  const { kind, values, touched } = form;
  const byField = Map.groupBy(plan.puts, ({ field }) => field);
  for (const [field, puts] of byField)
    uploads.add(
      field,
      puts.flatMap(({ content }) => (content instanceof File ? [content] : [])),
    );
  notes.clear();
  notes.say(lines, () => {
    uploads.dropFrom([...byField.keys()]);
    form.restore({ kind, values, touched });
  });
}

function refuse({ form, uploads }: FollowedForm, act: 'offer' | 'refuse', files: readonly File[]): void {
  const { fields } = form.kind;
  const field = Object.keys(fields).find((name) => fields[name]?.widget.type === 'upload');
  // A field says what is wrong with a file that no form takes.
  if (act === 'refuse' && field) uploads.add(field, files);
  else openDialog({ name: 'use-files', files, refusedBy: findModelLabel(form.kind) });
}

type Move = Extract<FilePlan, { act: 'move' }>;

function listLines({ form }: FollowedForm, plan: Extract<FilePlan, { puts: unknown }>): NoteLine[] {
  const next: Kind = plan.act === 'move' ? plan.kind : form.kind;
  const model = findModelLabel(next);
  const lines: NoteLine[] = [];
  if (plan.act === 'move') {
    const made = i18next.t(`create:follow.made.${findMaterial(plan)}`);
    const isSame = model === findModelLabel(form.kind);
    lines.push({ text: isSame ? made : i18next.t('create:follow.with', { made, model }) });
    lines.push(...nameFields('dropped', [...findLeftOut(form, next), ...plan.lost]));
  } else if (plan.isReplacing) lines.push({ text: i18next.t('create:follow.replaced', { model }) });
  if (plan.unusedCount > 0) lines.push({ text: i18next.t('create:follow.unused', { model }) });
  return lines;
}

function findBadFile({ kind, puts }: Move): BadFile | undefined {
  for (const { field, content: file } of puts) {
    const widget = kind.fields[field]?.widget;
    if (widget?.type !== 'upload' || !(file instanceof File)) continue;
    const { accept } = widget;
    const problem = findFileProblem(file, accept);
    if (problem) return { file, accept, problem, isOneOfMany: false };
  }
  return undefined;
}

function findMaterial({ kind, puts }: Move) {
  const accepts = (sort: UploadAccept) =>
    puts.some(({ field }) => {
      const widget = kind.fields[field]?.widget;
      return widget?.type === 'upload' && widget.accept === sort;
    });
  if (accepts('video')) return 'fromVideo';
  if (accepts('audio')) return 'fromSound';
  if (puts.some(({ field }) => field === 'end_image_url')) return 'fromFrames';
  return puts.length > 1 ? 'fromPictures' : 'fromPicture';
}
