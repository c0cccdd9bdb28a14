import { useEffect, useState } from 'react';
import { serverNow } from './server-time.ts';

/** The current time of the server in milliseconds, updated every second while `isRunning`. */
export function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(() => serverNow());
  useEffect(() => {
    if (!isRunning) return;
    setNowMs(serverNow());
    const timer = setInterval(() => setNowMs(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return nowMs;
}
