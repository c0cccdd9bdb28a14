import type { PublicGeneration } from '@atelier/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { withPart } from '#lib/parts/lazy-part.tsx';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchGeneration } from '#product/api/generations.ts';
import {
  type GenerationAddress,
  useGenerationAddress,
} from '#product/generation/actions/generation-address.ts';
import { generationSiblings } from '#product/generation/store/generation-siblings.ts';
import { generationsStore } from '#product/generation/store/generations-store.ts';
import { showErrorToast, showMessageToast } from '#product/messages/message-toasts.ts';

/**
 * The generation that is open over the page: one of those beside it, else one that is read by its id. One that is deleted
 * closes; an unknown id leaves the address, with a toast. `hiddenIds` are being deleted.
 */
export function useViewedGeneration(hiddenIds: ReadonlySet<string>) {
  const address = useGenerationAddress();
  const { view, open, close } = address;
  const onMissing = useCallback(
    (id: string) => {
      close();
      showWhereItIs(id, () => open({ id }));
    },
    [open, close],
  );
  const generation = useGeneration(view?.id, { hiddenIds, onGone: close, onMissing });
  return { ...address, generation };
}

/** The generation beside the one that is open, if the address names one. One that is deleted or unknown leaves the address. */
export function useComparedGeneration(
  { compareId, compareWith }: GenerationAddress,
  hiddenIds: ReadonlySet<string>,
): PublicGeneration | undefined {
  const end = useCallback(() => compareWith(undefined), [compareWith]);
  const onMissing = useCallback(() => {
    end();
    void showMessageToast('not_found');
  }, [end]);
  return useGeneration(compareId, { hiddenIds, onGone: end, onMissing });
}

type GenerationOptions = {
  hiddenIds: ReadonlySet<string>;
  /** Called when the generation was deleted while it was shown. */
  onGone: () => void;
  onMissing: (id: string) => void;
};

function useGeneration(
  id: string | undefined,
  { hiddenIds, onGone, onMissing }: GenerationOptions,
): PublicGeneration | undefined {
  const { generations: known } = useStore(generationSiblings);
  const { entries, deletedIds } = useStore(generationsStore);
  const isSignedIn = useAccount().info !== undefined;
  const [read, setRead] = useState<PublicGeneration>();

  const isWanted = (candidate: PublicGeneration) => candidate.id === id;
  const isGone = id !== undefined && (hiddenIds.has(id) || deletedIds.has(id));
  const listed = id === undefined ? undefined : newest(known.find(isWanted), entries.get(id)?.generation);
  const found = listed ?? (read && isWanted(read) ? read : undefined);

  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);

  const missingId = isSignedIn && !isGone && !found ? id : undefined;
  useEffect(() => {
    if (missingId === undefined) return;
    let isStopped = false;
    fetchGeneration(missingId).then(
      (reply) => !isStopped && setRead(reply),
      (error: unknown) => {
        if (isStopped) return;
        if (isUnknown(error)) onMissing(missingId);
        else showErrorToast(error);
      },
    );
    return () => {
      isStopped = true;
    };
  }, [missingId, onMissing]);

  return isGone ? undefined : found;
}

function newest(...candidates: (PublicGeneration | undefined)[]): PublicGeneration | undefined {
  return candidates.reduce((best, other) =>
    other && other.revision > (best?.revision ?? -1) ? other : best,
  );
}

/** A generation that is not in the library: in the trash, from which it can be restored, or nowhere. */
function showWhereItIs(id: string, onRestored: () => void): void {
  withPart(
    () => import('#product/trash/offer-restore.ts'),
    async ({ offerRestore }) => {
      if (!(await offerRestore(id, onRestored))) await showMessageToast('not_found');
    },
    showErrorToast,
  );
}

/** Returns true when the generation does not exist or is another user's; a malformed id is refused with 400. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
