import type { PublicGeneration } from '@atelier/contract';
import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';

/** The records of a list, in its order: the viewer goes through them. */
export type RecordSiblings = {
  generations: readonly PublicGeneration[];
  /** Loads more of them at one end, if there are any. */
  loadMore?: (direction: 'before' | 'after') => void;
  /** Whether these are all: the viewer then goes on from the last to the first. */
  isWhole: boolean;
};

const none: RecordSiblings = { generations: [], isWhole: false };

/** Records beside the open one on the current page. Written by pages with lists, read by the viewer. */
export const recordSiblings = createStore<RecordSiblings>(none);

/** Publishes the records of a page while it is shown. Give it the same object until something in it changes. */
export function usePublishedSiblings(siblings: RecordSiblings): void {
  useEffect(() => recordSiblings.set(siblings), [siblings]);
  useEffect(() => () => recordSiblings.set(none), []);
}
