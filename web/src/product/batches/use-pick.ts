import type { PublicBatch } from '@atelier/contract';
import { useState } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { pickInBatch } from '#product/api/batches.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';

export type Pick = ReturnType<typeof usePick>;

/** The user's choice in each set, shown before the server has taken it; one that is refused is taken back. */
export function usePick(batch: PublicBatch | undefined) {
  const [pending, setPending] = useState<ReadonlyMap<number, string | null>>(new Map());
  const findPickedId = (set: number): string | undefined => {
    const chosen = pending.get(set);
    if (chosen !== undefined) return chosen ?? undefined;
    return batch?.picks.find((pick) => pick.set === set)?.generation_id;
  };
  const choose = async (set: number, generationId: string | null) => {
    if (!batch) return;
    setPending((known) => new Map(known).set(set, generationId));
    try {
      showBatch(await pickInBatch(batch.id, set, generationId));
    } catch (error) {
      showErrorToast(error);
    } finally {
      // A later choice in the same set has a call of its own.
      setPending((known) => {
        if (known.get(set) !== generationId) return known;
        const rest = new Map(known);
        rest.delete(set);
        return rest;
      });
    }
  };
  return { findPickedId, choose };
}

/** Shows the batch of a reply to its change, and reads the lists again. */
export function showBatch(batch: PublicBatch): void {
  queryClient.setQueryData(['batches', batch.id], batch);
  void queryClient.invalidateQueries({ queryKey: ['batches', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['batches', 'statistics'] });
}
