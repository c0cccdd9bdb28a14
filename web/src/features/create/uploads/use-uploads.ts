import type { Kind } from '@atelier/catalog';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { createUploadBoard, takeFitting, type UploadItem } from '#product/uploads/upload-board.ts';
import { useUploadLabels } from '#product/uploads/use-upload-labels.ts';
import { showToast } from '#ui/show-toast.ts';
import type { ChangeValue, FormValues } from '../form-values.ts';

export type Uploads = {
  items: readonly UploadItem[];
  /** Uploads files for a field: the first for a single field, as many as it has room for otherwise. */
  add: (field: string, files: readonly File[]) => void;
  retry: (item: UploadItem) => void;
  drop: (id: string) => void;
  /** Removes all uploads of some fields, cancelling those in progress. */
  dropFrom: (fields: readonly string[]) => void;
};

/** The uploads of a form. A completed one becomes its field's value. Uploads are cancelled when the form unmounts. */
export function useUploads(kind: Kind, values: FormValues, changeValue: ChangeValue): Uploads {
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
  const dropFrom = (fields: readonly string[]) => {
    for (const { id, field } of board.store.get()) if (fields.includes(field)) board.drop(id);
  };
  return { items: useStore(board.store), add, retry: board.retry, drop: board.drop, dropFrom };
}

function isListField(kind: Kind, field: string): boolean {
  const widget = kind.fields[field]?.widget;
  return widget?.type === 'upload' && widget.maxFiles > 1;
}
