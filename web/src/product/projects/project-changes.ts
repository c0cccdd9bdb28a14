import { createStore } from '#lib/store.ts';

/** Raised when the projects changed, here or in another tab: they are to be read again. */
export const projectChanges = createStore(0);
