import type { PublicGeneration } from '@atelier/contract';
import { useEffect } from 'react';
import { createStore } from '#lib/store.ts';

/** The generations of a list, in its order: the viewer goes through them. */
export type GenerationSiblings = {
  generations: readonly PublicGeneration[];
  /** Loads more of them at one end, if there are any. */
  loadMore?: (direction: 'before' | 'after') => void;
  /** Whether these are all: the viewer then goes on from the last to the first. */
  isWhole: boolean;
};

/** The siblings until a page has published its own. */
export const unknownSiblings: GenerationSiblings = { generations: [], isWhole: false };

/** Generations beside the open one on the current page. Written by pages with lists, read by the viewer. */
export const generationSiblings = createStore<GenerationSiblings>(unknownSiblings);

/** Publishes the generations of a page while it is shown. Give it the same object until something in it changes. */
export function usePublishedSiblings(siblings: GenerationSiblings): void {
  useEffect(() => generationSiblings.set(siblings), [siblings]);
  useEffect(() => () => generationSiblings.set(unknownSiblings), []);
}
