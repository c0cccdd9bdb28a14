import { useEffect } from 'react';
import { fetchGeneration } from '#lib/api/generations.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import type { GenerationEntry } from '#product/generation/generations-state.ts';
import { hasEnded } from '#product/generation/generations-state.ts';
import { applyGeneration, useGenerations } from '#product/generation/generations-store.ts';
import { isRemembered, rememberAnalysis, showAnalysis, shownAnalysis } from './shown-analysis.ts';

/**
 * The analysis of the panel. One that was just sent takes the place; one that runs already, after a reload or from
 * another tab, takes it while it is free.
 */
export function useAnalysis(): GenerationEntry | undefined {
  const key = useStore(shownAnalysis);
  const cards = useGenerations('text');
  const shown = cards.find((card) => card.key === key || card.generation.id === key);
  const sent = cards.find((card) => card.isSending);
  const running = cards.find(({ generation }) => !hasEnded(generation.status));
  const nextKey = sent?.key ?? (key === null ? running?.key : undefined);
  useEffect(() => {
    if (nextKey !== undefined) showAnalysis(nextKey);
  }, [nextKey]);

  const id = shown && !shown.isSending ? shown.generation.id : undefined;
  useEffect(() => {
    if (id !== undefined) rememberAnalysis(id);
  }, [id]);

  useLostKey(shown ? null : key);
  return shown;
}

/**
 * A key without a card: a submission that was refused or a record that was deleted is shown no longer; one from before
 * a reload is read.
 */
function useLostKey(key: string | null): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => {
    if (key === null) return;
    if (!isRemembered(key)) showAnalysis(null);
    else if (userId !== undefined) fetchGeneration(key).then(applyGeneration, () => showAnalysis(null));
  }, [key, userId]);
}
