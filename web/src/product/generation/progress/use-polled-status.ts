import type { PublicGeneration } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { pollWhileDisconnected } from '#lib/realtime.ts';
import { applyGeneration } from '../store/generations-store.ts';

type StatusPolling = {
  /** The running generation; undefined for none. */
  id: string | undefined;
  everyMs: number;
  fetchStatus: (id: string, signal: AbortSignal) => Promise<{ generation: PublicGeneration }>;
  onFailed: () => void;
};

/** Polls a generation's status while the socket is down, until it has ended or a call fails. */
export function usePolledStatus({ id, everyMs, fetchStatus, onFailed }: StatusPolling): void {
  const latest = useRef({ fetchStatus, onFailed });
  useEffect(() => {
    latest.current = { fetchStatus, onFailed };
  });
  useEffect(() => {
    if (id === undefined) return;
    const controller = new AbortController();
    const stop = pollWhileDisconnected(() => {
      latest.current.fetchStatus(id, controller.signal).then(
        ({ generation }) => applyGeneration(generation),
        () => {
          stop();
          if (!controller.signal.aborted) latest.current.onFailed();
        },
      );
    }, everyMs);
    return () => {
      stop();
      controller.abort();
    };
  }, [id, everyMs]);
}
