import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from '#lib/store.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { generationsStore, useGenerations } from '#product/generation/store/generations-store.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';
import { refreshLibrary } from '../history-key.ts';
import type { HistoryReply } from '../history-medium.ts';

type HistoryRowsOptions = {
  /** Medium of the rows; all media when undefined. */
  medium: PublicGeneration['medium'] | undefined;
  reply: HistoryReply | undefined;
  isTop: boolean;
  /** Whether the page is in another order than the newest first. */
  isSorted: boolean;
};

/** The rows to show: the listed page, brought up to date from the live store, without what is being deleted. */
export function useHistoryRows({ medium, reply, isTop, isSorted }: HistoryRowsOptions) {
  const entries = useGenerations(medium);
  const { deletedIds } = useStore(generationsStore);
  const pendingIds = useHiddenIds();
  const deletedCount = deletedIds.size;
  useEffect(() => {
    // Deleted rows, here or in another tab, move the rows of later pages up.
    if (deletedCount > 0) void refreshLibrary();
  }, [deletedCount]);
  return useMemo(() => {
    const listed = reply?.data.map((row) => row.generation) ?? [];
    const hiddenIds = new Set([...deletedIds, ...pendingIds]);
    const hiddenCount = listed.filter((generation) => hiddenIds.has(generation.id)).length;
    return {
      ...splitRows({
        medium,
        listed,
        live: entries.flatMap(({ generation, unsentCode }) => (unsentCode ? [] : [generation])),
        hiddenIds,
        isTop,
        isSorted,
        isWhole: reply !== undefined && reply.total <= listed.length,
      }),
      hiddenIds,
      total: (reply?.total ?? 0) - hiddenCount,
    };
  }, [medium, reply, entries, deletedIds, pendingIds, isTop, isSorted]);
}

type SplitOptions = {
  medium: PublicGeneration['medium'] | undefined;
  /** The page as the API listed it. */
  listed: readonly PublicGeneration[];
  /** Generations of the live store, which may be newer than the page or not listed on it yet. */
  live: readonly PublicGeneration[];
  /** Ids of generations that are deleted or about to be. */
  hiddenIds: ReadonlySet<string>;
  /** The first page without a search: the only place for a generation that is not listed yet. */
  isTop: boolean;
  /** Whether it is in another order than the newest first: then it is kept as it was listed. */
  isSorted?: boolean;
  /** Whether the page is the whole list, so that none is on a later one. */
  isWhole?: boolean;
};

/** A history page as it is shown: in one order, what waits stands above it. */
export function splitRows(options: SplitOptions) {
  const { medium, listed, live, hiddenIds, isTop, isSorted = false, isWhole = false } = options;
  const liveById = new Map(live.map((generation) => [generation.id, generation]));
  const listedIds = new Set(listed.map((generation) => generation.id));
  const oldest = isWhole ? '' : (listed.at(-1)?.created_at ?? '');
  const unlisted = live.filter(
    (generation) =>
      (medium === undefined || generation.medium === medium) &&
      !listedIds.has(generation.id) &&
      // An ended generation that is older than the whole page is on a later one; a running one is shown from any page.
      (!hasEnded(generation.status) || (!isSorted && generation.created_at > oldest)),
  );
  const found = [
    ...(isTop ? unlisted : []),
    ...listed.map((generation) => newer(generation, liveById.get(generation.id))),
  ].filter((generation) => !hiddenIds.has(generation.id));
  const shown = isSorted
    ? found
    : found.toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return {
    /** Works that run or have ended. */
    rows: shown.filter(({ status }) => status !== 'waiting'),
    running: shown.filter((generation) => !hasEnded(generation.status)),
    rest: shown.filter((generation) => hasEnded(generation.status)),
  };
}

function newer(listed: PublicGeneration, live: PublicGeneration | undefined): PublicGeneration {
  return live !== undefined && live.revision > listed.revision ? live : listed;
}
