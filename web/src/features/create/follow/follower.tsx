import type { Field, Kind } from '@atelier/catalog';
import CornerDownLeft from 'lucide-react/icons/corner-down-left';
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { meantFiles } from '#product/drop/meant-files.ts';
import { addPendingFiles, pendingFiles, takeSharedFiles } from '#product/drop/pending-files.ts';
import { droppedFolders } from '#product/drop/read-folders.ts';
import { takeFolders } from '#product/drop/take-folders.ts';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { isFitting } from '#product/uploads/upload-board.ts';
import { useUploadLabels } from '#product/uploads/use-upload-labels.ts';
import { showToast } from '#ui/show-toast.ts';
import { type NoteLine, type Notes, nameFields } from '../form-note.ts';
import { type Form, isFieldFull } from '../form-values.ts';
import { openForm } from '../open-form.ts';
import { rememberText } from '../prefill/use-prefill.ts';
import { uploadWaiting } from '../samples/take-sample.ts';
import type { Uploads } from '../uploads/use-uploads.ts';
import { carryOut, type FollowedForm } from './carry-out.ts';
import { handover } from './handover.ts';
import { loadFamily, planFiles } from './plan-files.ts';
import type { FollowOptions } from './use-follow.ts';

/**
 * Makes a form follow its files: those that are dropped or pasted beside every field make it one of the kind that takes
 * them. Shows how the form has changed so.
 */
export function Follower(options: FollowOptions & Pick<FollowedForm, 'from' | 'open'>) {
  const formatProblem = useUploadLabels();
  useDroppedFiles(options.uploads.add);
  useHandover(options);
  useWaitingSample();
  useSharedFiles();
  usePendingFiles({ ...options, formatProblem });
  return <FormNoteLine {...options.notes} />;
}

/** Takes over what the form of another page has left to this one, and says once what came along and what did not. */
function useHandover({ form, path, uploads, notes, keepBefore, isPrefilled }: FollowOptions): void {
  const listArrival = useArrivalLines(form);
  const receive = useEffectEvent(() => {
    const left = handover.get();
    handover.set(undefined);
    const own = left?.path === path ? left : undefined;
    for (const { field, file } of own?.uploads ?? []) uploads.add(field, [file]);
    const { before } = form.arrival;
    const undo = own?.undo;
    const goBack = () => {
      uploads.dropFrom(Object.keys(form.kind.fields));
      undo?.();
    };
    const arrived = isPrefilled ? [] : listArrival();
    notes.say([...(own?.lines ?? []), ...arrived], undo ? goBack : before && keepBefore(before));
  });
  useEffect(() => receive(), []);
}

/** Takes what was shared with the installed app, and says so if it has not arrived. */
function useSharedFiles(): void {
  const { t } = useTranslation('create');
  const take = useEffectEvent(async () => {
    if (!(await takeSharedFiles())) showToast(t('upload.unshared'), { tone: 'error' });
  });
  useEffect(() => void take(), []);
}

/** Uploads the files of the sample that a visitor chose, once they have signed in. */
function useWaitingSample(): void {
  const { status } = useAccount();
  useEffect(() => {
    const tools = openForm.get()?.tools.current;
    if (status === 'signed-in' && tools) uploadWaiting(tools);
  }, [status]);
}

/** Deals with the files that wait for a form, some after the others; those that arrive while it moves are the next one's. */
function usePendingFiles(followed: FollowedForm): void {
  const { form, from, uploads } = followed;
  const { path, moving } = from;
  const pending = useStore(pendingFiles);
  const isLeaving = useStore(handover) !== undefined;
  const [taken, setTaken] = useState<{ files: readonly File[]; family?: readonly Kind[] }>();
  const { kind, values } = form;
  const take = useEffectEvent((files: readonly File[]) => {
    pendingFiles.set({ files: [] });
    const focused = document.activeElement?.closest('[data-upload-field]')?.getAttribute('data-upload-field');
    const isBusy = moving.some(({ field }) => field === focused);
    if (focused && !isBusy && !isFieldFull(kind, focused, values[focused]))
      return uploads.add(focused, files);
    setTaken({ files });
    loadFamily(kind).then(
      (family) => setTaken({ files, family }),
      (error: unknown) => {
        setTaken(undefined);
        showErrorToast(error);
      },
    );
  });
  useEffect(() => {
    const { files, path: place = path } = pending;
    if (files.length > 0 && place === path && !isLeaving && !taken) take(files);
  }, [pending, path, isLeaving, taken]);

  const decide = useEffectEvent(({ files, family }: NonNullable<typeof taken>) => {
    if (!family) return;
    setTaken(undefined);
    carryOut(followed, planFiles(from, files, family), files).catch(showErrorToast);
  });
  useEffect(() => {
    if (taken?.family) decide(taken);
  }, [taken]);
}

/** Lines about what other forms have brought along in place of an earlier text, and what did not fit. */
function useArrivalLines({ kind, arrival }: Form): () => NoteLine[] {
  const { t } = useTranslation('create');
  return () => {
    const { before, isReplacing, leftOut } = arrival;
    if (before && isReplacing) rememberText(before);
    const hasField = (name: string) => kind.fields[name] !== undefined && !kind.fields[name].isIgnored;
    return [
      ...(isReplacing ? [{ text: t('undo.arrived') }] : []),
      ...nameFields(
        'dropped',
        leftOut.filter((name) => !hasField(name)),
      ),
      ...nameFields('refused', leftOut.filter(hasField), kind),
    ];
  };
}

/** Lies on the end of the form, above the bar with the button: there it moves nothing. */
function FormNoteLine({ note, clear }: Pick<Notes, 'note' | 'clear'>) {
  const { t } = useTranslation('create');
  const formatLine = useLineLabel();
  return (
    <div role="status" data-follows-files className="absolute inset-x-0 bottom-full bg-canvas">
      {note ? (
        <div className="flex items-start gap-2 border-t border-line px-4 lg:px-5 py-1 text-sm text-ink-soft">
          <CornerDownLeft size={16} aria-hidden="true" className="mt-2 shrink-0" />
          <div className="min-w-0 flex-1 py-1.5 wrap-anywhere">
            {note.lines.map(formatLine).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          {note.undo ? (
            <button
              type="button"
              onClick={(event) => {
                // The button leaves with its line.
                event.currentTarget.form?.querySelector<HTMLElement>('button[type=submit]')?.focus();
                clear();
                note.undo?.();
              }}
              className="min-h-8 shrink-0 rounded-sm text-accent-text underline-offset-4 hover:underline pointer-coarse:min-h-11"
            >
              {t('undo.action')}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function useLineLabel(): (line: NoteLine) => string {
  const { t } = useTranslation(['create', 'kinds']);
  const listAllowed = useAllowedValues();
  return (line) => {
    if ('text' in line) return line.text;
    const labels = line.names.map((name): string => {
      const label: string = t(`kinds:fields.${name}.label`, { defaultValue: name });
      const field = line.kind?.fields[name];
      const allowed = listAllowed(name, field);
      if (allowed !== '') return t('create:prefill.allowed', { name: label, allowed });
      const value =
        field?.widget.type === 'choice' ? makeExcerpt(line.given?.[name] ?? '', maxNamedLetters) : '';
      return value ? t('create:prefill.given', { name: label, value }) : label;
    });
    return t(`create:prefill.${line.reason}`, { names: labels.join(t('create:prefill.separator')) });
  };
}

/** A longer list is not read in a line. */
const maxNamedOptions = 8;
const maxNamedLetters = 40;

function useAllowedValues(): (name: string, field: Field | undefined) => string {
  const { t, i18n } = useTranslation('create');
  const formatValue = useValueLabel();
  return (name, field) => {
    if (field?.range && field.widget.type === 'slider') {
      const format = (number: number) => new Intl.NumberFormat(i18n.language).format(number);
      return t('prefill.range', { min: format(field.range.min), max: format(field.range.max) });
    }
    if (field?.widget.type !== 'choice' || field.widget.options.length > maxNamedOptions) return '';
    const { options, unit } = field.widget;
    return options.map(({ value }) => formatValue({ field: name, value, unit })).join(t('prefill.separator'));
  };
}

/**
 * Files pasted or dropped anywhere on the page go to the field under the pointer or with the focus, else to the form, which
 * decides what becomes of them. Dropping a file beside a field never navigates away from the page.
 */
function useDroppedFiles(add: Uploads['add']): void {
  // Listens from the commit on that adds `data-follows-files`: from then on the page leaves files to the form.
  useLayoutEffect(() => {
    const put = (files: readonly File[], aimed: string | null | undefined) => {
      if (aimed) add(aimed, files);
      else addPendingFiles(files);
    };
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = meantFiles(transfer, event.target);
      const folders = droppedFolders(transfer);
      if (files.length + folders.length === 0 || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const target = event.target instanceof Element ? event.target.closest('[data-upload-field]') : null;
      const aimed = target?.getAttribute('data-upload-field');
      if (folders.length === 0) return put(files, aimed);
      void takeFolders(folders, (more) => put([...files, ...more], aimed), isUsable);
    };
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onDragOver);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onDragOver);
    };
  }, [add]);
}

const isUsable = (file: File) =>
  (['image', 'audio-or-video', 'video'] as const).some((accept) => isFitting(file, accept));
