import type { Receipt } from '@atelier/contract';
import { useCallback, useEffect, useState } from 'react';
import { fetchReceipt } from '#lib/api/receipts.ts';

type LoadedReceipt = {
  /** Stays while it is read again. */
  receipt: Receipt | undefined;
  isFailed: boolean;
  readAgain: () => void;
};

/** The receipt of a record, read again whenever `revision` is another one. */
export function useReceipt(generationId: string, revision: number): LoadedReceipt {
  const [receipt, setReceipt] = useState<Receipt>();
  const [isFailed, setFailed] = useState(false);

  const read = useCallback(
    async (signal?: AbortSignal) => {
      setFailed(false);
      try {
        setReceipt(await fetchReceipt(generationId, signal));
      } catch (error) {
        if (signal?.aborted) return;
        console.warn('The receipt could not be read', error);
        setFailed(true);
      }
    },
    [generationId],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision is what makes the receipt old
  useEffect(() => {
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [read, revision]);

  return { receipt, isFailed, readAgain: () => void read() };
}
