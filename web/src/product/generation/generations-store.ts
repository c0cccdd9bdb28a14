import type { PublicGeneration } from '@atelier/contract';
import { createStore } from '#lib/store.ts';
import {
  type GenerationsState,
  noGenerations,
  withAnswer,
  withGeneration,
  withoutGeneration,
  withoutSubmission,
  withSubmission,
} from './generations-state.ts';

/**
 * Every generation this page knows of: the ones it sent, the ones the socket tells of, the ones it read. Preview,
 * tray, tab title and histories all look here.
 */
export const generationsStore = createStore<GenerationsState>(noGenerations);

function change(next: (state: GenerationsState) => GenerationsState): void {
  generationsStore.set(next(generationsStore.get()));
}

export function applyGeneration(generation: PublicGeneration): void {
  change((state) => withGeneration(state, generation));
}

export function applyGenerations(generations: readonly PublicGeneration[]): void {
  change((state) => generations.reduce(withGeneration, state));
}

export function removeGeneration(id: string): void {
  change((state) => withoutGeneration(state, id));
}

export function addSubmission(generation: PublicGeneration): void {
  change((state) => withSubmission(state, generation));
}

export function answerSubmission(requestId: string, generation: PublicGeneration): void {
  change((state) => withAnswer(state, requestId, generation));
}

export function dropSubmission(requestId: string): void {
  change((state) => withoutSubmission(state, requestId));
}
