import type { PublicBatch, PublicGeneration } from '@atelier/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { realtimeStatus } from '#lib/realtime.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import {
  fetchBatch,
  fetchBatches,
  fetchBatchGenerations,
  fetchPickStatistics,
} from '#product/api/batches.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import { batchChanges, libraryChanges } from '#product/realtime/changes.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';

const key = ['batches'];

const generationsPart = 'generations';

/** Reads what is visible of the batches again, but not their generations, which come with their own events. */
export function refreshBatches(): Promise<void> {
  return queryClient.invalidateQueries({
    queryKey: key,
    predicate: ({ queryKey }) => queryKey[2] !== generationsPart,
  });
}

/** The user's batches, the newest first, page by page. */
export function useBatches() {
  const isSignedIn = useAccount().status === 'signed-in';
  useRefreshWithGenerations();
  const query = useInfiniteQuery(
    {
      queryKey: [...key, 'list'],
      queryFn: ({ pageParam, signal }) => fetchBatches(pageParam, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      enabled: isSignedIn,
      staleTime: 0,
    },
    queryClient,
  );
  // One whose generations are all in the trash comes back with them.
  const batches = query.data?.pages.flatMap(({ data }) => data).filter(hasGenerations);
  return { ...query, batches };
}

function hasGenerations({ counts, lines }: PublicBatch): boolean {
  return counts.deleted < lines;
}

export function useBatch(id: string) {
  const isSignedIn = useAccount().status === 'signed-in';
  return useQuery(
    {
      queryKey: [...key, id],
      queryFn: ({ signal }) => fetchBatch(id, signal),
      enabled: isSignedIn,
      staleTime: 0,
    },
    queryClient,
  );
}

/** The generations of a batch in the order of its lines, as new as their events; undefined until they have been read. */
export function useBatchGenerations(batchId: string, batch: PublicBatch | undefined) {
  const isSignedIn = useAccount().status === 'signed-in';
  useRefreshWithGenerations();
  const query = useQuery(
    {
      queryKey: [...key, batchId, generationsPart],
      queryFn: ({ signal }) => fetchBatchGenerations(batchId, signal),
      enabled: isSignedIn,
      staleTime: 0,
    },
    queryClient,
  );
  const { entries, deletedIds } = useStore(generationsStore);
  const hiddenIds = useHiddenIds();
  const { data } = query;
  const shown = useMemo(
    () =>
      data
        ?.map((generation) => newer(generation, entries.get(generation.id)?.generation))
        .filter(({ id }) => !hiddenIds.has(id) && !deletedIds.has(id)),
    [data, entries, deletedIds, hiddenIds],
  );
  useMissedChanges(batchId, batch, shown);
  return { ...query, generations: shown };
}

/** Reads the generations of a batch again when some came back from the trash, or when fewer have ended than its totals say. */
function useMissedChanges(
  batchId: string,
  batch: PublicBatch | undefined,
  shown: readonly PublicGeneration[] | undefined,
): void {
  const ended = shown?.filter(({ status }) => hasEnded(status)).length ?? 0;
  const known = batch ? batch.counts.completed + batch.counts.failed : 0;
  useEffect(() => {
    const reread = () => void queryClient.invalidateQueries({ queryKey: [...key, batchId, generationsPart] });
    // The events of the ends that the totals count already may be on their way.
    const timer = ended < known ? setTimeout(reread, restMs) : undefined;
    const stop = libraryChanges.subscribe(reread);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [batchId, ended, known]);
}

function newer(read: PublicGeneration, live: PublicGeneration | undefined): PublicGeneration {
  return live && live.revision >= read.revision ? live : read;
}

export function usePickStatistics() {
  const isSignedIn = useAccount().status === 'signed-in';
  return useQuery(
    {
      queryKey: [...key, 'statistics'],
      queryFn: ({ signal }) => fetchPickStatistics(signal),
      enabled: isSignedIn,
      staleTime: 0,
    },
    queryClient,
  );
}

/** Events of generations come in crowds. */
const restMs = 1_000;

/**
 * Reads the totals again after a generation has been made, has ended, or has moved to or from the trash, and after a loss
 * of the connection.
 */
function useRefreshWithGenerations(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refreshBatches();
      }, restMs);
    };
    const refreshNow = () => void refreshBatches();
    let known = stateOfGenerations();
    const follow = () => {
      const next = stateOfGenerations();
      if (next !== known) refresh();
      known = next;
    };
    const stops = [
      generationsStore.subscribe(follow),
      realtimeStatus.subscribe(() => realtimeStatus.get() === 'connected' && refresh()),
      libraryChanges.subscribe(refresh),
      batchChanges.subscribe(refreshNow),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, []);
}

/** Changes when a generation of a batch is new here or has ended. */
function stateOfGenerations(): string {
  const { entries, deletedIds } = generationsStore.get();
  const ofBatches = [...entries.values()].filter(({ generation }) => generation.batch_id);
  const ended = ofBatches.filter(({ generation }) => hasEnded(generation.status));
  return `${ofBatches.length} ${ended.length} ${deletedIds.size}`;
}
