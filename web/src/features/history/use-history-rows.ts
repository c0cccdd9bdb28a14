import type { VideoHistoryReply } from '@atelier/contract';
import { useEffect, useMemo } from 'react';
import { generationsStore } from '#lib/generations/generations-store.ts';
import { useGenerations } from '#lib/generations/use-generations.ts';
import { useStore } from '#lib/store.ts';
import { refreshHistory } from './history-query.ts';
import type { HistoryView } from './history-search.ts';
import { splitRows } from './split-rows.ts';
import { useHiddenIds } from './use-hidden-ids.ts';

/** The rows to show: the listed page, brought up to date by the live store, without what is being deleted. */
export function useHistoryRows(reply: VideoHistoryReply | undefined, view: HistoryView) {
  const cards = useGenerations('video');
  const { deletedIds } = useStore(generationsStore);
  const pendingIds = useHiddenIds();
  useRefreshAfterDeletion(deletedIds);
  const isTop = view.page === 1 && view.search === '';
  return useMemo(() => {
    const listed = reply?.data.map((row) => row.generation) ?? [];
    const hiddenIds = new Set([...deletedIds, ...pendingIds]);
    const hiddenCount = listed.filter((generation) => hiddenIds.has(generation.id)).length;
    return {
      ...splitRows({ listed, live: cards.map((card) => card.generation), hiddenIds, isTop }),
      total: (reply?.total ?? 0) - hiddenCount,
    };
  }, [reply, cards, deletedIds, pendingIds, isTop]);
}

/** A record that went away, here or in another tab, moves the rows of later pages up. */
function useRefreshAfterDeletion(deletedIds: ReadonlySet<string>): void {
  const count = deletedIds.size;
  useEffect(() => {
    if (count > 0) void refreshHistory();
  }, [count]);
}
