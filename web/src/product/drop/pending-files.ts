import { createStore } from '#lib/store.ts';

/** Files for a form that takes them: the one at `path`, else that of this page or of the next one that has a form. */
type PendingFiles = { files: readonly File[]; path?: string };

/** Files that were dropped or pasted beside every field. */
export const pendingFiles = createStore<PendingFiles>({ files: [] });

/** The fragment of a form that a share has opened (web/build/service-worker.js). */
const sharedHash = '#shared';
const answerMs = 3_000;

/**
 * Takes the files that were shared with the installed app, if a share has opened this page, for its form. Resolves to
 * false if they are gone: the service worker, which holds them, may have been removed or stopped.
 */
export async function takeSharedFiles(): Promise<boolean> {
  if (location.hash !== sharedHash) return true;
  history.replaceState(history.state, '', location.pathname + location.search);
  const files = await askForShared();
  addPendingFiles(files);
  return files.length > 0;
}

function askForShared(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const worker = navigator.serviceWorker?.controller;
    if (!worker) return resolve([]);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<File[]>) => resolve(data);
    setTimeout(resolve, answerMs, []);
    worker.postMessage({ name: 'take-shared' }, [port2]);
  });
}

/** Adds files for the form of this page after those that it has not taken yet. */
export function addPendingFiles(files: readonly File[]): void {
  const { files: earlier, path } = pendingFiles.get();
  pendingFiles.set({ files: path === undefined ? [...earlier, ...files] : files });
}
