import { useMemo } from 'react';
import { useRead } from '#lib/use-read.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchRecentGenerations } from '#product/api/generations.ts';
import { usePublishedSiblings } from '#product/generation/store/generation-siblings.ts';
import { applyGenerations, useGenerations } from '#product/generation/store/generations-store.ts';
import { useHiddenIds } from '#product/trash/trashed-ids.ts';

/** Publishes the answers that the viewer goes through over the form: the newest, read once one is open, and later ones. */
export function QuestionSiblings() {
  const entries = useGenerations('text');
  const hiddenIds = useHiddenIds();
  usePublishedSiblings(
    useMemo(() => {
      const sent = entries.filter(({ unsentCode }) => unsentCode === undefined);
      const generations = sent.map(({ generation }) => generation).filter(({ id }) => !hiddenIds.has(id));
      return { generations, isWhole: true };
    }, [entries, hiddenIds]),
  );
  const userId = useAccount().info?.user.id;
  useRead(userId, async (signal) => applyGenerations(await fetchRecentGenerations('text', signal)));
  return null;
}
