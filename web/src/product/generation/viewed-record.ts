import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useState } from 'react';
import { ApiError } from '#lib/api/api-error.ts';
import { fetchGeneration } from '#lib/api/generations.ts';
import { useStore } from '#lib/store.ts';
import { useAccount } from '#product/account/account-store.ts';
import { showErrorToast, showMessageToast } from '#product/messages/message-toasts.ts';
import { generationsStore } from './generations-store.ts';
import { useRecordAddress } from './record-address.ts';

type ViewedRecordOptions = {
  medium: PublicGeneration['medium'];
  /** The records on the page; any other one is read by its id. */
  known: readonly PublicGeneration[];
  /** What is being deleted. */
  hiddenIds: ReadonlySet<string>;
};

export type ViewedRecord = ReturnType<typeof useViewedRecord>;

/** The record that is open over the page. One that is deleted closes; an unknown id leaves the address, with a toast. */
export function useViewedRecord({ medium, known, hiddenIds }: ViewedRecordOptions) {
  const address = useRecordAddress();
  const { view, close } = address;
  const { entries, deletedIds } = useStore(generationsStore);
  const isSignedIn = useAccount().info !== undefined;
  const [read, setRead] = useState<PublicGeneration>();

  const id = view?.id;
  const isGone = id !== undefined && (hiddenIds.has(id) || deletedIds.has(id));
  const listed = id === undefined ? undefined : newest(known.find(isViewed), entries.get(id)?.generation);
  const found = listed ?? (read && isViewed(read) ? read : undefined);
  const generation = isGone || found?.medium !== medium ? undefined : found;
  const isOfOtherMedium = found !== undefined && found.medium !== medium;

  useEffect(() => {
    if (isGone) close();
  }, [isGone, close]);

  const missingId = isSignedIn && !isGone && !found ? id : undefined;
  useEffect(() => {
    if (missingId === undefined) return;
    let isStopped = false;
    fetchGeneration(missingId).then(
      (reply) => !isStopped && setRead(reply),
      (error: unknown) => {
        if (isStopped) return;
        if (!isUnknown(error)) return showErrorToast(error);
        void showMessageToast('not_found');
        close();
      },
    );
    return () => {
      isStopped = true;
    };
  }, [missingId, close]);

  useEffect(() => {
    if (!isOfOtherMedium) return;
    void showMessageToast('not_found');
    close();
  }, [isOfOtherMedium, close]);

  return { ...address, generation };

  function isViewed(candidate: PublicGeneration): boolean {
    return candidate.id === id;
  }
}

function newest(...candidates: (PublicGeneration | undefined)[]): PublicGeneration | undefined {
  return candidates.reduce((best, other) =>
    other && other.revision > (best?.revision ?? -1) ? other : best,
  );
}

/** No such record, or none of this user's; an id that is malformed is refused with 400. */
function isUnknown(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}
