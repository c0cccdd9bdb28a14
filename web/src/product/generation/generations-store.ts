import type { PublicGeneration } from '@atelier/contract';
import { useMemo } from 'react';
import { fetchActiveGenerations, fetchGeneration } from '#lib/api/generations.ts';
import { createStore, useStore } from '#lib/store.ts';
import {
  type GenerationEntry,
  type GenerationsState,
  hasEnded,
  noGenerations,
  withAnswer,
  withGeneration,
  withoutGeneration,
  withoutSubmission,
  withSubmission,
} from './generations-state.ts';

/**
 * Every generation that this page knows: those it submitted, those it received events for and those it read. The
 * preview, the tray, the tab title and the histories all read from here.
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

/**
 * Reads the running generations once. One that was running here and is not among them ended while there was no
 * connection, so it is read too.
 */
export async function reconcileGenerations(): Promise<void> {
  const runningHere = runningEntries()
    .filter(({ isSending }) => !isSending)
    .map(({ generation }) => generation.id);
  const active = await fetchActiveGenerations();
  applyGenerations(active);
  const activeIds = new Set(active.map((generation) => generation.id));
  const endedIds = runningHere.filter((id) => !activeIds.has(id));
  const ended = await Promise.allSettled(endedIds.map(fetchGeneration));
  for (const result of ended) if (result.status === 'fulfilled') applyGeneration(result.value);
}

/** How many generations are running, for the tray and the tab title. */
export const runningCount = createStore(0);

generationsStore.subscribe(() => runningCount.set(runningEntries().length));

function runningEntries(): GenerationEntry[] {
  return [...generationsStore.get().entries.values()].filter(
    ({ generation }) => !hasEnded(generation.status),
  );
}

/** All known generations of a medium, or of all media, newest first. */
export function useGenerations(medium?: PublicGeneration['medium']): GenerationEntry[] {
  const { entries } = useStore(generationsStore);
  return useMemo(
    () =>
      [...entries.values()]
        .filter(({ generation }) => medium === undefined || generation.medium === medium)
        .sort((a, b) => Date.parse(b.generation.created_at) - Date.parse(a.generation.created_at)),
    [entries, medium],
  );
}

/** The running ones, newest first. */
export function useRunningGenerations(medium?: PublicGeneration['medium']): GenerationEntry[] {
  const all = useGenerations(medium);
  return useMemo(() => all.filter(({ generation }) => !hasEnded(generation.status)), [all]);
}
