import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { pollWhileDisconnected } from '#lib/realtime/poll-while-disconnected.ts';
import { applyGeneration } from '#product/generation/generations-store.ts';

type StatusPolling = {
  /** The running job to ask about; undefined for none. */
  id: string | undefined;
  everyMs: number;
  fetchStatus: (id: string, signal: AbortSignal) => Promise<{ generation: PublicGeneration }>;
  onFailed: () => void;
};

/** Asks where a job is while the socket is gone, until it has ended or the asking fails (product-2 section 4). */
export function usePolledStatus({ id, everyMs, fetchStatus, onFailed }: StatusPolling): void {
  const present = useRef({ fetchStatus, onFailed });
  useEffect(() => {
    present.current = { fetchStatus, onFailed };
  });
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    const stop = pollWhileDisconnected(() => {
      present.current.fetchStatus(id, controller.signal).then(
        ({ generation }) => applyGeneration(generation),
        () => {
          stop();
          if (!controller.signal.aborted) present.current.onFailed();
        },
      );
    }, everyMs);
    return () => {
      stop();
      controller.abort();
    };
  }, [id, everyMs]);
}
