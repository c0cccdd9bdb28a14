import type { UploadAccept } from '@atelier/contract';
import { codeOf } from '#lib/api/api-error.ts';
import { uploadFile } from '#lib/api/upload-file.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { createStore, type Store } from '#lib/store.ts';
import { findFileProblem } from './find-file-problem.ts';
import { keepLocalPreview } from './local-previews.ts';
import type { UploadItem } from './upload-item.ts';

/** What the same file would meet again. */
const finalProblems = new Set(['unsupported_file', 'size_limit', 'body_too_large']);

type BoardListener = {
  onArrival: (field: string, url: string) => void;
  onProblem: (item: UploadItem) => void;
};

export type UploadBoard = {
  store: Store<readonly UploadItem[]>;
  add: (field: string, accept: UploadAccept, file: File) => void;
  retry: (item: UploadItem) => void;
  /** Takes it off the board; what is still under way is cancelled. */
  drop: (id: string) => void;
  dropAll: () => void;
};

/** The uploads of one form. Files of one field go one after another, so that they arrive in the order of choosing. */
export function createUploadBoard(listener: BoardListener): UploadBoard {
  const store = createStore<readonly UploadItem[]>([]);
  const calls = new Map<string, AbortController>();

  const change = (id: string, part: Partial<UploadItem>) =>
    store.set(store.get().map((item) => (item.id === id ? { ...item, ...part } : item)));

  const drop = (id: string) => {
    calls.get(id)?.abort();
    calls.delete(id);
    const dropped = store.get().find((item) => item.id === id);
    store.set(store.get().filter((item) => item !== dropped));
    if (dropped) sendNext(dropped.field);
  };

  const fail = (item: UploadItem, problem: string, canRetry: boolean) => {
    if (item.previewUrl) URL.revokeObjectURL(item.previewUrl);
    const failed = { ...item, problem, canRetry, previewUrl: undefined };
    change(item.id, failed);
    listener.onProblem(failed);
    sendNext(item.field);
  };

  const sendNext = (field: string) => {
    const waiting = store.get().filter((item) => item.field === field && item.problem === undefined);
    if (!waiting.some(({ id }) => calls.has(id)) && waiting[0]) send(waiting[0]);
  };

  const send = (item: UploadItem) => {
    const call = new AbortController();
    calls.set(item.id, call);
    const onPercent = (percent: number) => change(item.id, { percent });
    uploadFile(item.file, item.accept, { signal: call.signal, onPercent }).then(
      (url) => {
        if (item.previewUrl) keepLocalPreview(url, item.previewUrl);
        listener.onArrival(item.field, url);
        drop(item.id);
      },
      (error: unknown) => {
        calls.delete(item.id);
        const problem = codeOf(error);
        fail(item, problem, !finalProblems.has(problem));
      },
    );
  };

  const start = (field: string, accept: UploadAccept, file: File) => {
    const problem = findFileProblem(file, accept);
    const item = newItem(field, accept, file, problem === undefined);
    store.set([...store.get(), item]);
    if (problem) fail(item, problem, false);
    else sendNext(field);
  };

  return {
    store,
    add: start,
    retry(item) {
      drop(item.id);
      start(item.field, item.accept, item.file);
    },
    drop,
    dropAll: () => {
      store.set([]);
      for (const call of calls.values()) call.abort();
      calls.clear();
    },
  };
}

function newItem(field: string, accept: UploadAccept, file: File, isShown: boolean): UploadItem {
  const previewUrl = isShown ? URL.createObjectURL(file) : undefined;
  return { id: newRequestId(), field, accept, file, previewUrl, percent: 0, canRetry: true };
}
