import { useEffect } from 'react';
import { createStore, type Store, useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchGeneration } from '#product/api/generations.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import {
  applyGeneration,
  generationsStore,
  useGenerations,
} from '#product/generation/store/generations-store.ts';
import { followKept, readKept, writeKept } from '#product/kept/kept.ts';
import { isTranscript } from '#product/transcript/is-answer.ts';

/** The panel of transcripts keeps apart what it shows. */
const findPart = (kindId: string) => (isTranscript({ kind: kindId }) ? kindId : undefined);

/** The key of the panel's analysis, or after a reload its generation's id; `null` while the panel is empty. */
function createShown(kindId: string): Store<string | null> {
  const part = findPart(kindId);
  const store = createStore<string | null>(readKept('analysis', part) ?? null);
  followKept('analysis', () => store.set(readKept('analysis', part) ?? null));
  return store;
}

const answers = createShown('image-understanding');
const transcripts = createShown('transcription');
const findStore = (kindId: string) => (isTranscript({ kind: kindId }) ? transcripts : answers);

export function showAnalysis(kindId: string, key: string | null): void {
  findStore(kindId).set(key);
  if (key === null) writeKept('analysis', undefined, findPart(kindId));
}

/**
 * The analysis of the panel of a kind. A new submission replaces it; one that is already running, after a reload or from
 * another tab, takes the panel while it is empty.
 */
export function useShownAnalysis(kindId: string): GenerationEntry | undefined {
  const key = useStore(findStore(kindId));
  const entries = useGenerations('text').filter(
    ({ unsentCode, generation }) => unsentCode === undefined && generation.kind === kindId,
  );
  const shown = entries.find((each) => each.key === key || each.generation.id === key);
  const sending = entries.find((each) => each.isSending);
  const running = entries.find(({ generation }) => !hasEnded(generation.status));
  const nextKey = sending?.key ?? (key === null ? running?.key : undefined);
  useEffect(() => {
    if (nextKey !== undefined) showAnalysis(kindId, nextKey);
  }, [kindId, nextKey]);

  const id = shown && !shown.isSending ? shown.generation.id : undefined;
  useEffect(() => {
    // Keeps the id, the only thing that can still be found after a reload.
    if (id !== undefined) writeKept('analysis', id, findPart(kindId));
  }, [kindId, id]);

  useMissingAnalysis(kindId, shown ? null : key);
  return shown;
}

/**
 * A key without an entry: a refused submission or a deleted generation leaves the panel, one from before a reload is
 * read.
 */
function useMissingAnalysis(kindId: string, key: string | null): void {
  const userId = useAccount().info?.user.id;
  useEffect(() => {
    if (key === null) return;
    const isDeleted = generationsStore.get().deletedIds.has(key);
    if (isDeleted || readKept('analysis', findPart(kindId)) !== key) showAnalysis(kindId, null);
    else if (userId !== undefined)
      fetchGeneration(key).then(applyGeneration, () => showAnalysis(kindId, null));
  }, [kindId, key, userId]);
}
