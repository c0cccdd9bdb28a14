import type { Kind } from '@atelier/catalog';
import type { UploadAccept } from '@atelier/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from '#lib/store.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { showToast } from '#ui/show-toast.ts';
import type { ChangeValue, FormValues } from '../form-values.ts';
import { createUploadBoard } from './upload-board.ts';
import { takeFiles } from './take-files.ts';
import type { UploadItem } from './upload-item.ts';
import { useUploadWords } from './use-upload-words.ts';

export type Uploads = {
  items: readonly UploadItem[];
  /** Sends files for a field: the first for a single one, as many as there is room for a list. */
  add: (field: string, files: readonly File[]) => void;
  retry: (item: UploadItem) => void;
  drop: (id: string) => void;
};

/** The uploads of a form: an arrived file becomes its field's value, a failed one empties it. Ends with the form. */
export function useUploads(kind: Kind, values: FormValues, changeValue: ChangeValue): Uploads {
  const { t } = useTranslation('create');
  const wordsOf = useUploadWords();
  const present = useRef({ kind, values, changeValue, t, wordsOf });
  useEffect(() => {
    present.current = { kind, values, changeValue, t, wordsOf };
  });

  const [board] = useState(() =>
    createUploadBoard({
      onArrival(field, url) {
        const { changeValue, kind, t } = present.current;
        const isList = isListField(kind, field);
        changeValue(field, (known) => (isList ? [...(Array.isArray(known) ? known : []), url] : url));
        showToast(t('upload.success'), { tone: 'success' });
      },
      onProblem({ problem = '', accept }) {
        if (problem === 'please_login') openDialog({ name: 'sign-in' });
        else showToast(present.current.wordsOf(problem, accept), { tone: 'error' });
      },
    }),
  );
  useEffect(() => board.dropAll, [board]);

  const add = useCallback(
    (field: string, files: readonly File[]) => {
      const { kind, values, changeValue } = present.current;
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
      const taken = takeFiles(files, { maxFiles: widget.maxFiles, usedCount });
      if (widget.maxFiles === 1) changeValue(field, () => kind.fields[field]?.default);
      const accept: UploadAccept = widget.accept;
      for (const file of taken) board.add(field, accept, file);
    },
    [board],
  );
  return { items: useStore(board.store), add, retry: board.retry, drop: board.drop };
}

function isListField(kind: Kind, field: string): boolean {
  const widget = kind.fields[field]?.widget;
  return widget?.type === 'upload' && widget.maxFiles > 1;
}
