import { useEffect, useMemo } from 'react';
import { useAccount } from '#product/account/account-store.ts';
import { fetchRecentGenerations } from '#product/api/generations.ts';
import { applyGenerations, useGenerations } from '#product/generation/store/generations-store.ts';
import { usePublishedSiblings } from '#product/generation/store/record-siblings.ts';
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
  useEffect(() => {
    if (userId === undefined) return;
    const controller = new AbortController();
    fetchRecentGenerations('text', controller.signal)
      .then(applyGenerations)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.warn('Could not load the latest answers', error);
      });
    return () => controller.abort();
  }, [userId]);
  return null;
}
