import { createStore } from '#lib/store.ts';

// Each is raised when what it is named for has changed, here or in another browser: it is to be read again.

/** Several records at once. */
export const libraryChanges = createStore(0);
export const projectChanges = createStore(0);
export const lineChanges = createStore(0);
export const batchChanges = createStore(0);
