import { createStore } from '#lib/store.ts';

/** Raised when several records changed at once, here or in another tab: lists are to be read again. */
export const libraryChanges = createStore(0);
