import { createStore } from '#lib/store.ts';

/** Files that were dropped beside every field, for the form of this page or of the next one, which takes them. */
export const pendingFiles = createStore<readonly File[]>([]);
