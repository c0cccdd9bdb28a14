import { useEffect, useSyncExternalStore } from 'react';
import type { Deletions } from './create-deletions.ts';

/** The records whose deletion is under way. Leaving the page sends the deletions that wait. */
export function useHiddenIds({ pending }: Deletions): ReadonlySet<string> {
  useEffect(() => {
    const flush = () => pending.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [pending]);
  return useSyncExternalStore(pending.subscribe, () => pending.hiddenIds);
}
