import { useEffect, useEffectEvent, useState } from 'react';

type Outcome<Reply> = { key: unknown; attempt: number; reply: Reply | undefined; hasFailed: boolean };

/**
 * Reads once for each key, when it has not changed for `restMs`, and again on request. The last reply stays until the next
 * one; without a key there is none. For parts of creation pages, which have no room for TanStack Query.
 */
export function useRead<Reply>(
  key: unknown,
  read: (signal: AbortSignal) => Promise<Reply>,
  { restMs = 0 } = {},
) {
  const [attempt, setAttempt] = useState(0);
  const [outcome, setOutcome] = useState<Outcome<Reply>>();
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (key === undefined) return setOutcome(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    const begin = async () => {
      try {
        const reply = await readNow(signal);
        if (!signal.aborted) setOutcome({ key, attempt, reply, hasFailed: false });
      } catch (error) {
        if (signal.aborted) return;
        console.warn('A part of the page could not be read', error);
        setOutcome((last) => ({ key, attempt, reply: last?.reply, hasFailed: true }));
      }
    };
    const timer = restMs > 0 ? setTimeout(begin, restMs) : void begin();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, attempt, restMs]);
  const hasEnded = outcome !== undefined && outcome.key === key && outcome.attempt === attempt;
  return {
    reply: outcome?.reply,
    isReading: key !== undefined && !hasEnded,
    isFailed: hasEnded && outcome.hasFailed,
    readAgain: () => setAttempt(attempt + 1),
  };
}
