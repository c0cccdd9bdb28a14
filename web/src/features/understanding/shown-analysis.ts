import { useEffect } from 'react';
import { createStore, useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchGeneration } from '#product/api/generations.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import {
  applyGeneration,
  generationsStore,
  useGenerations,
} from '#product/generation/store/generations-store.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';

/** The key of the panel's analysis, or after a reload its generation's id; `null` while the panel is empty. */
const shownKey = createStore<string | null>(readKept('analysis') ?? null);
followKept('analysis', () => shownKey.set(readKept('analysis') ?? null));

export function showAnalysis(key: string | null): void {
  shownKey.set(key);
  if (key === null) writeKept('analysis', undefined);
}

/**
 * The analysis of the panel. A new submission replaces it; one that is already running, after a reload or from
 * another tab, takes the panel while it is empty.
 */
export function useShownAnalysis(): GenerationEntry | undefined {
  const key = useStore(shownKey);
  const entries = useGenerations('text').filter(({ unsentCode }) => unsentCode === undefined);
  const shown = entries.find((entry) => entry.key === key || entry.generation.id === key);
  const sending = entries.find((entry) => entry.isSending);
  const running = entries.find(({ generation }) => !hasEnded(generation.status));
  const nextKey = sending?.key ?? (key === null ? running?.key : undefined);
  useEffect(() => {
    if (nextKey !== undefined) showAnalysis(nextKey);
  }, [nextKey]);

  const id = shown && !shown.isSending ? shown.generation.id : undefined;
  useEffect(() => {
    // After a reload only the id can still be found.
    if (id !== undefined) writeKept('analysis', id);
  }, [id]);

  useMissingAnalysis(shown ? null : key);
  return shown;
}

/**
 * A key without an entry: a refused submission or a deleted generation leaves the panel, one from before a reload is
 * read.
 */
function useMissingAnalysis(key: string | null): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => {
    if (key === null) return;
    const isDeleted = generationsStore.get().deletedIds.has(key);
    if (isDeleted || readKept('analysis') !== key) showAnalysis(null);
    else if (userId !== undefined) fetchGeneration(key).then(applyGeneration, () => showAnalysis(null));
  }, [key, userId]);
}
