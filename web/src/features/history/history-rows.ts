import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useMemo } from 'react';
import { useStore } from '#lib/store.ts';
import { generationsStore, useGenerations } from '#product/generation/generations-store.ts';
import type { Deletions } from './create-deletions.ts';
import { splitRows } from './split-rows.ts';
import { useHiddenIds } from './use-hidden-ids.ts';

type ListedPage = { data: readonly { generation: PublicGeneration }[]; total: number };

type HistoryRowsOptions = {
  medium: PublicGeneration['medium'];
  reply: ListedPage | undefined;
  deletions: Deletions;
  /** The first page of everything: only there does a record that was not listed have its place. */
  isTop: boolean;
  refresh: () => Promise<void>;
};

/** The rows to show: the listed page, brought up to date by the live store, without what is being deleted. */
export function useHistoryRows({ medium, reply, deletions, isTop, refresh }: HistoryRowsOptions) {
  const cards = useGenerations(medium);
  const { deletedIds } = useStore(generationsStore);
  const pendingIds = useHiddenIds(deletions);
  useRefreshAfterDeletion(deletedIds, refresh);
  return useMemo(() => {
    const listed = reply?.data.map((row) => row.generation) ?? [];
    const hiddenIds = new Set([...deletedIds, ...pendingIds]);
    const hiddenCount = listed.filter((generation) => hiddenIds.has(generation.id)).length;
    return {
      ...splitRows({ medium, listed, live: cards.map((card) => card.generation), hiddenIds, isTop }),
      total: (reply?.total ?? 0) - hiddenCount,
    };
  }, [medium, reply, cards, deletedIds, pendingIds, isTop]);
}

/** A record that went away, here or in another tab, moves the rows of later pages up. */
function useRefreshAfterDeletion(deletedIds: ReadonlySet<string>, refresh: () => Promise<void>): void {
  const count = deletedIds.size;
  useEffect(() => {
    if (count > 0) void refresh();
  }, [count, refresh]);
}
