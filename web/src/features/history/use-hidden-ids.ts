import { useEffect, useSyncExternalStore } from 'react';
import { videoDeletions } from './video-deletions.ts';

/** The records whose deletion is under way. Leaving the page sends the deletions that wait. */
export function useHiddenIds(): ReadonlySet<string> {
  useEffect(() => {
    const flush = () => videoDeletions.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, []);
  return useSyncExternalStore(videoDeletions.subscribe, () => videoDeletions.hiddenIds);
}
