import type { PublicGeneration } from '@atelier/contract';
import { useCallback, useEffect, useState } from 'react';
import { fetchRecentGenerations } from '#lib/api/generations.ts';
import { useAccount } from '#product/account/use-account.ts';
import { applyGenerations } from '#product/generation/generations-store.ts';

type Reading = 'nothing' | 'loading' | 'read' | 'failed';

/** Reads the newest twenty of a medium into the store, once per visit; from then on the socket tells. */
export function useRecentGenerations(medium: PublicGeneration['medium']) {
  const account = useAccount();
  const userId = account.info?.user.id;
  const [reading, setReading] = useState<Reading>('nothing');

  const read = useCallback(
    async (signal?: AbortSignal) => {
      setReading('loading');
      try {
        applyGenerations(await fetchRecentGenerations(medium, signal));
        setReading('read');
      } catch (error) {
        if (signal?.aborted) return;
        console.warn('The latest generations could not be read', error);
        setReading('failed');
      }
    },
    [medium],
  );

  useEffect(() => {
    if (userId === undefined) return;
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  }, [userId, read]);

  const isLoading =
    account.status === 'loading' || reading === 'loading' || (userId !== undefined && reading === 'nothing');
  return { isLoading, isFailed: reading === 'failed', readAgain: () => void read() };
}
