import { createStore } from '#lib/store.ts';

/** Files for a form that takes them: the one at `path`, else that of this page or of the next one that has a form. */
type PendingFiles = { files: readonly File[]; path?: string };

/** Files that were dropped or pasted beside every field. */
export const pendingFiles = createStore<PendingFiles>({ files: [] });

/** Adds files for the form of this page after those that it has not taken yet. */
export function addPendingFiles(files: readonly File[]): void {
  const { files: earlier, path } = pendingFiles.get();
  pendingFiles.set({ files: path === undefined ? [...earlier, ...files] : files });
}
