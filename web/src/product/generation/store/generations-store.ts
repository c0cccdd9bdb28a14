import type { PublicGeneration } from '@atelier/contract';
import { useMemo } from 'react';
import { createStore, useStore } from '#lib/store.ts';
import { fetchCurrentGenerations, fetchRecentGenerations } from '#product/api/generations.ts';
import { runningCount } from '#product/page-title.ts';
import {
  type GenerationEntry,
  type GenerationsState,
  hasEnded,
  isRunning,
  noGenerations,
  withAnswer,
  withGeneration,
  withoutGeneration,
  withoutSubmission,
  withSubmission,
  withUnsent,
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

export function keepSubmission(generation: PublicGeneration, unsentCode: string): void {
  change((state) => withUnsent(state, generation, unsentCode));
}

/** Most ids of one call. */
const maxReadIds = 100;

/**
 * Reads the running generations and those that ran here, which may have ended or been deleted while there was no
 * connection. `withEnded` reads the ended ones again too, which a refund or a change elsewhere may have changed, and the
 * newest ones, of which some may have begun and ended elsewhere meanwhile.
 */
export async function reconcileGenerations({ withEnded }: { withEnded: boolean }): Promise<void> {
  const ids = [...generationsStore.get().entries.values()]
    .filter((entry) => isRunning(entry) || (withEnded && hasEnded(entry.generation.status)))
    .filter(({ isSending }) => !isSending)
    .map(({ generation }) => generation.id)
    .slice(-maxReadIds);
  const [found, newest] = await Promise.all([
    fetchCurrentGenerations(ids),
    withEnded ? fetchRecentGenerations() : [],
  ]);
  applyGenerations([...found, ...newest]);
  for (const gone of ids.filter((id) => found.every((each) => each.id !== id))) removeGeneration(gone);
}

generationsStore.subscribe(() => runningCount.set(runningEntries().length));

function runningEntries(): GenerationEntry[] {
  return [...generationsStore.get().entries.values()].filter(isRunning);
}

/** Returns the cached generations of a medium, or of all media, newest first. */
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
  return useMemo(() => all.filter(isRunning), [all]);
}
