import type { Kind } from '@atelier/catalog';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { meantFiles } from '#product/drop/meant-files.ts';
import { pendingFiles } from '#product/drop/pending-files.ts';
import { droppedFolders } from '#product/drop/read-folders.ts';
import { takeFolders } from '#product/drop/take-folders.ts';
import { showToast } from '#ui/show-toast.ts';
import { type ChangeValue, type FormValues, isFieldFull } from '../form-values.ts';
import { useUploadLabels } from '../labels.ts';
import { createUploadBoard, isFitting, takeFitting, type UploadItem } from './upload-board.ts';

export type Uploads = {
  items: readonly UploadItem[];
  /** Uploads files for a field: the first for a single field, as many as it has room for otherwise. */
  add: (field: string, files: readonly File[]) => void;
  retry: (item: UploadItem) => void;
  drop: (id: string) => void;
};

/** The uploads of a form, including files dropped or pasted anywhere on its page. */
export function useUploads(kind: Kind, values: FormValues, changeValue: ChangeValue): Uploads {
  const uploads = useUploadBoard(kind, values, changeValue);
  const { add, items } = uploads;
  const isFull = useCallback(
    (field: string) => isFieldFull(kind, field, values[field]) || items.some((item) => item.field === field),
    [kind, values, items],
  );
  useDroppedFiles({ kind, isFull, add });
  return uploads;
}

/** A completed upload becomes its field's value. Uploads are cancelled when the form unmounts. */
function useUploadBoard(kind: Kind, values: FormValues, changeValue: ChangeValue): Uploads {
  const { t } = useTranslation('create');
  const formatLabel = useUploadLabels();
  const present = useRef({ kind, values, changeValue, t, formatLabel });
  useEffect(() => {
    present.current = { kind, values, changeValue, t, formatLabel };
  });

  const [board] = useState(() =>
    createUploadBoard({
      onArrival(field, url, isLast) {
        const { changeValue, kind, t } = present.current;
        const isList = isListField(kind, field);
        changeValue(field, (known) => (isList ? [...(Array.isArray(known) ? known : []), url] : url));
        if (isLast) showToast(t('upload.success'), { tone: 'success' });
      },
      onProblem(item) {
        if (item.problem === 'please_login') openDialog({ name: 'sign-in' });
        else showToast(present.current.formatLabel(item), { tone: 'error' });
      },
    }),
  );
  useEffect(() => board.dropAll, [board]);
  useEffect(() => {
    // Uploads that a lost connection interrupted continue once the browser is online again.
    const sendLost = () => {
      for (const item of board.store.get()) if (item.problem === 'network_error') board.retry(item);
    };
    window.addEventListener('online', sendLost);
    return () => window.removeEventListener('online', sendLost);
  }, [board]);

  const add = useCallback(
    (field: string, files: readonly File[]) => {
      const { kind, values, changeValue, t } = present.current;
      const widget = kind.fields[field]?.widget;
      if (widget?.type !== 'upload' || files.length === 0) return;
      if (accountStore.get().status === 'anonymous') {
        openDialog({ name: 'sign-in' });
        return;
      }
      const items = board.store.get().filter((item) => item.field === field);
      for (const item of items) if (widget.maxFiles === 1 || item.problem) board.drop(item.id);
      const value = values[field];
      const usedCount =
        (Array.isArray(value) ? value.length : 0) + items.filter((item) => !item.problem).length;
      if (widget.maxFiles === 1) changeValue(field, () => kind.fields[field]?.default);
      const { maxFiles, accept } = widget;
      const { taken, refusedCount } = takeFitting(files, { maxFiles, usedCount });
      if (refusedCount > 0) showToast(t('upload.tooMany', { count: maxFiles }), { tone: 'error' });
      for (const file of taken) board.add({ field, accept, isOneOfMany: maxFiles > 1, file });
    },
    [board],
  );
  return { items: useStore(board.store), add, retry: board.retry, drop: board.drop };
}

function isListField(kind: Kind, field: string): boolean {
  const widget = kind.fields[field]?.widget;
  return widget?.type === 'upload' && widget.maxFiles > 1;
}

type DropOptions = {
  kind: Kind;
  isFull: (field: string) => boolean;
  add: (field: string, files: readonly File[]) => void;
};

/**
 * Files pasted or dropped anywhere on the page go to the field under the pointer or with the focus, else to the first
 * that accepts their type and has room. Dropping a file beside a field never navigates away from the page.
 */
function useDroppedFiles({ kind, isFull, add }: DropOptions): void {
  useEffect(() => {
    const fields = Object.entries(kind.fields).flatMap(([name, { widget }]) =>
      widget.type === 'upload' ? [{ name, accept: widget.accept }] : [],
    );
    if (fields.length === 0) return;
    const put = (files: readonly File[], aimed: string | null | undefined) => {
      const [first] = files;
      if (!first) return;
      const fitting = fields.filter(({ accept }) => isFitting(first, accept));
      const field = aimed ?? (fitting.find(({ name }) => !isFull(name)) ?? fitting[0] ?? fields[0])?.name;
      if (field) add(field, files);
    };
    const take = (event: Event, transfer: DataTransfer | null) => {
      const files = meantFiles(transfer, event.target);
      const folders = droppedFolders(transfer);
      if (files.length + folders.length === 0 || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      const target = event.target instanceof Element ? event.target.closest('[data-upload-field]') : null;
      const aimed = target?.getAttribute('data-upload-field');
      if (folders.length === 0) return put(files, aimed);
      const isUsable = (file: File) =>
        fields.some(({ name, accept }) => (!aimed || name === aimed) && isFitting(file, accept));
      void takeFolders(folders, (more) => put([...files, ...more], aimed), isUsable);
    };
    const takeHanded = () => {
      const files = pendingFiles.get();
      if (files.length === 0) return;
      pendingFiles.set([]);
      const focused = document.activeElement?.closest('[data-upload-field]');
      put(files, focused?.getAttribute('data-upload-field'));
    };
    takeHanded();
    const stopTaking = pendingFiles.subscribe(takeHanded);
    const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
    const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
    const onDragOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('drop', onDrop);
    document.addEventListener('dragover', onDragOver);
    return () => {
      stopTaking();
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('drop', onDrop);
      document.removeEventListener('dragover', onDragOver);
    };
  }, [kind, isFull, add]);
}
