import { maxUploadBytes, type UploadAccept } from '@atelier/contract';
import { ApiError, readCode } from '#lib/api/api-error.ts';
import { uploadFile } from '#lib/api/upload-file.ts';
import { newRequestId } from '#lib/new-request-id.ts';
import { createStore, type Store } from '#lib/store.ts';

/** An upload in progress or failed. A completed one is a value of the form instead. */
export type UploadItem = {
  id: string;
  field: string;
  file: File;
  accept: UploadAccept;
  /** An object URL of the file; undefined once the upload has failed. */
  previewUrl?: string;
  percent: number;
  /** The field takes several files. */
  isOneOfMany: boolean;
  /** An error code of the API, `network_error`, `upload_error`, `unsupported_format` or `unreadable_file`. */
  problem?: string;
  /** The server's own sentence for the problem. */
  said?: string;
  canRetry: boolean;
};

/** Problems that would occur again with the same file. */
const finalProblems = new Set([
  'unsupported_file',
  'unreadable_file',
  'unsupported_format',
  'size_limit',
  'pixel_limit',
  'silent_file',
  'length_limit',
  'body_too_large',
]);

type BoardListener = {
  /** `isLast`: nothing else is being uploaded for the field. */
  onArrival: (field: string, url: string, isLast: boolean) => void;
  onProblem: (item: UploadItem) => void;
};

export type NewUpload = Pick<UploadItem, 'field' | 'accept' | 'isOneOfMany' | 'file'>;

type UploadBoard = {
  store: Store<readonly UploadItem[]>;
  add: (file: NewUpload) => void;
  retry: (item: UploadItem) => void;
  /** Removes an upload, cancelling it if it is in progress. */
  drop: (id: string) => void;
  dropAll: () => void;
};

/** The uploads of one form. Files of a field are sent one at a time, so that they complete in the chosen order. */
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

  const fail = (item: UploadItem, problem: Problem) => {
    if (item.previewUrl) URL.revokeObjectURL(item.previewUrl);
    const failed = { ...item, ...problem, previewUrl: undefined };
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
        const others = store.get().filter(({ field, problem }) => field === item.field && !problem);
        listener.onArrival(item.field, url, others.length <= 1);
        drop(item.id);
      },
      (error: unknown) => {
        calls.delete(item.id);
        fail(item, findProblemText(error));
      },
    );
  };

  const start = (upload: NewUpload) => {
    const problem = findFileProblem(upload.file, upload.accept);
    const item = newItem(upload, problem === undefined);
    store.set([...store.get(), item]);
    if (problem) fail(item, { problem, canRetry: false });
    else sendNext(item.field);
  };

  return {
    store,
    add: start,
    retry(item) {
      drop(item.id);
      start(item);
    },
    drop,
    dropAll: () => {
      store.set([]);
      for (const call of calls.values()) call.abort();
      calls.clear();
    },
  };
}

type Problem = Pick<UploadItem, 'problem' | 'said' | 'canRetry'>;

export function findProblemText(error: unknown): Problem {
  const reply: ApiError['reply'] = error instanceof ApiError ? error.reply : {};
  const problem = findOwnProblem(reply) ?? readCode(error);
  const said = reply.message;
  return { problem, said, canRetry: !finalProblems.has(problem) };
}

/** Where one code has several causes, which a user mends in different ways. */
function findOwnProblem(reply: ApiError['reply']): string | undefined {
  if (reply.reason === 'unreadable') return 'unreadable_file';
  if (reply.reason === 'silent') return 'silent_file';
  if (reply.max_seconds !== undefined) return 'length_limit';
  return reply.max_pixels === undefined ? undefined : 'pixel_limit';
}

function newItem({ field, accept, isOneOfMany, file }: NewUpload, isShown: boolean): UploadItem {
  const previewUrl = isShown ? URL.createObjectURL(file) : undefined;
  return { id: newRequestId(), field, accept, isOneOfMany, file, previewUrl, percent: 0, canRetry: true };
}

export type UploadSummary = { count: number; percent: number };

/** The number of uploads in progress, and the percentage of all their bytes that has been sent. */
export function summarizeUploads(items: readonly UploadItem[]): UploadSummary {
  const moving = items.filter((item) => item.problem === undefined);
  const allBytes = moving.reduce((sum, { file }) => sum + file.size, 0);
  const sentBytes = moving.reduce((sum, { file, percent }) => sum + (file.size * percent) / 100, 0);
  return { count: moving.length, percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100) };
}

/** The files that a field has room for. A field for one file replaces it. */
export function takeFitting<Item>(
  files: readonly Item[],
  { maxFiles, usedCount }: { maxFiles: number; usedCount: number },
): { taken: readonly Item[]; refusedCount: number } {
  const taken = files.slice(0, maxFiles === 1 ? 1 : Math.max(0, maxFiles - usedCount));
  return { taken, refusedCount: files.length - taken.length };
}

/** Extensions whose type browsers do not always know. */
const imageType = /^image\/(jpe?g|pjpeg|png|webp)$/;
const otherImageEnding = /\.(heic|heif|avif|tiff?|bmp|gif)$/i;
const videoEnding = /\.(mp4|mov|webm|m4v|gif)$/i;
const soundEnding = /\.(mp3|wav|m4a|aac|ogg|oga|opus|flac|webm|weba)$/i;
/** Containers that are named as those of videos also when only a sound is inside. */
const sharedType = /^(video|application)\/(webm|ogg)$/;

const soundList =
  'audio/mpeg,audio/wav,audio/mp4,audio/x-m4a,audio/aac,audio/ogg,audio/flac,audio/webm,.mp3,.wav,.m4a,.aac,.ogg,.oga,.opus,.flac,.weba';

/** The `accept` attribute of file inputs. */
export const acceptLists: Readonly<Record<UploadAccept, string>> = {
  image: 'image/jpeg,image/png,image/webp',
  video: 'video/mp4,video/quicktime,video/webm,video/x-m4v,image/gif,.mp4,.mov,.webm,.m4v,.gif',
  audio: soundList,
  'audio-or-video': `${soundList},video/mp4,video/quicktime,video/webm,video/x-m4v,.mp4,.mov,.webm,.m4v`,
};

/**
 * Why a file is refused before it is sent, as an error code of the API, which checks the bytes themselves. Undefined
 * when nothing is wrong.
 */
export function findFileProblem(
  file: Pick<File, 'name' | 'type' | 'size'>,
  accept: UploadAccept,
): 'unsupported_file' | 'unsupported_format' | 'size_limit' | undefined {
  if (!isFitting(file, accept)) {
    const isImage =
      accept === 'image' && (file.type.startsWith('image/') || otherImageEnding.test(file.name));
    return isImage ? 'unsupported_format' : 'unsupported_file';
  }
  return file.size > maxUploadBytes(accept) ? 'size_limit' : undefined;
}

export function isFitting({ name, type }: Pick<File, 'name' | 'type'>, accept: UploadAccept): boolean {
  if (accept === 'image') return imageType.test(type);
  if (accept === 'audio') return isSound(name, type);
  if (accept === 'audio-or-video')
    return isSound(name, type) || (isFitting({ name, type }, 'video') && type !== 'image/gif');
  return type.startsWith('video/') || type === 'image/gif' || (type === '' && videoEnding.test(name));
}

function isSound(name: string, type: string): boolean {
  return type.startsWith('audio/') || (soundEnding.test(name) && (type === '' || sharedType.test(type)));
}

const localPreviews = new Map<string, string>();

function keepLocalPreview(url: string, previewUrl: string): void {
  localPreviews.set(url, previewUrl);
}

/** A file uploaded from this page is shown from its local copy instead of being downloaded again. */
export function toPreviewAddress(url: string): string {
  return localPreviews.get(url) ?? url;
}
