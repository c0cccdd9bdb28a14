import type { UploadAccept } from '@atelier/contract';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { accountStore } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import {
  acceptLists,
  createUploadBoard,
  takeFitting,
  type UploadItem,
} from '#product/uploads/upload-board.ts';
import { useUploadLabels } from '#product/uploads/use-upload-labels.ts';
import { Button } from '#ui/button.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { WorkFile } from './choice-dialog.tsx';

const ChoiceDialog = lazyPart(async () => (await import('./choice-dialog.tsx')).ChoiceDialog, {
  note: 'above',
});

/** A file for the bench: a result of the user's own, or an upload with the name of its file. */
export type BenchFile = {
  url: string;
  name: string;
  work?: WorkFile;
  /** Type of an uploaded file, as its browser knows it. */
  type?: string;
};

type FilesOptions = {
  /** Title of the choice. */
  label: string;
  accept: UploadAccept;
  maxFiles: number;
  onFiles: (files: readonly BenchFile[]) => void;
};

export type Files = {
  openLibrary: () => void;
  openUpload: () => void;
  /** The dialog while it is open, and the uploads that are under way. */
  parts: ReactNode;
};

/** Two ways to files: the library and an upload. Visitors are asked to sign in. */
export function useFiles({ label, accept, maxFiles, onFiles }: FilesOptions): Files {
  const inputRef = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const uploads = useBenchUploads(accept, onFiles);
  const asUser = (act: () => void) => () => {
    if (accountStore.get().status === 'signed-in') act();
    else openDialog({ name: 'sign-in' });
  };
  return {
    openLibrary: asUser(() => setOpen(true)),
    openUpload: asUser(() => inputRef.current?.click()),
    parts: (
      <>
        <input
          ref={inputRef}
          type="file"
          hidden
          aria-label={label}
          accept={listTypes(accept)}
          multiple={maxFiles > 1}
          onChange={({ target }) => {
            uploads.add([...(target.files ?? [])], maxFiles);
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        {isOpen ? (
          <Choice
            label={label}
            accept={accept}
            maxFiles={maxFiles}
            onFiles={onFiles}
            onClose={() => setOpen(false)}
          />
        ) : null}
        {uploads.items.map((item) => (
          <Upload key={item.id} item={item} onCancel={() => uploads.drop(item.id)} />
        ))}
      </>
    ),
  };
}

/** No element of a browser plays a GIF as a video. */
function listTypes(accept: UploadAccept): string {
  return acceptLists[accept]
    .split(',')
    .filter((type) => !type.endsWith('gif'))
    .join(',');
}

/** Takes over what is chosen once the dialog closes, however it does. */
function Choice({ onFiles, onClose, ...options }: FilesOptions & { onClose: () => void }) {
  const [files, setFiles] = useState<readonly BenchFile[]>([]);
  const latest = useRef(files);
  const change = (urls: readonly string[], work: WorkFile) => {
    const { url } = work.output;
    const others = latest.current.filter((file) => file.url !== url);
    latest.current = urls.includes(url) ? [...others, { url, name: '', work }] : others;
    setFiles(latest.current);
  };
  return (
    <Suspense fallback={null}>
      <ChoiceDialog
        {...options}
        chosen={files.map(({ url }) => url)}
        onChange={change}
        onClose={() => {
          onClose();
          if (latest.current.length > 0) onFiles(latest.current);
        }}
      />
    </Suspense>
  );
}

function useBenchUploads(accept: UploadAccept, onFiles: FilesOptions['onFiles']) {
  const { t } = useTranslation('cut');
  const formatLabel = useUploadLabels();
  const present = useRef({ onFiles, formatLabel });
  useEffect(() => {
    present.current = { onFiles, formatLabel };
  });
  const [board] = useState(() => {
    const board = createUploadBoard({
      onArrival(_field, url) {
        // Files are sent one at a time, in their order.
        const [sent] = board.store.get().filter(({ problem }) => problem === undefined);
        present.current.onFiles([{ url, name: sent?.file.name ?? '', type: sent?.file.type ?? '' }]);
      },
      onProblem(item) {
        if (item.problem === 'please_login') openDialog({ name: 'sign-in' });
        else showToast(present.current.formatLabel(item), { tone: 'error' });
        board.drop(item.id);
      },
    });
    return board;
  });
  useEffect(() => board.dropAll, [board]);
  return {
    items: useStore(board.store),
    drop: board.drop,
    add(files: readonly File[], maxFiles: number) {
      const usedCount = board.store.get().length;
      const { taken, refusedCount } = takeFitting(files, { maxFiles, usedCount });
      if (refusedCount > 0) showToast(t('add.full', { count: refusedCount }), { tone: 'error' });
      for (const file of taken) board.add({ field: accept, accept, isOneOfMany: true, file });
    },
  };
}

function Upload({ item, onCancel }: { item: UploadItem; onCancel: () => void }) {
  const { t } = useTranslation('cut');
  const { name } = item.file;
  return (
    <div className="mt-2 flex items-center gap-3 text-sm">
      <span className="min-w-0 flex-1">
        <span className="mb-1.5 flex justify-between gap-2">
          <span title={name} className="truncate">
            {name}
          </span>
          <span className="tabular-nums">{item.percent} %</span>
        </span>
        <ProgressBar label={t('add.uploading', { name })} percent={item.percent} />
      </span>
      <Button variant="ghost" size="sm" onClick={onCancel}>
        {t('add.cancel')}
      </Button>
    </div>
  );
}
