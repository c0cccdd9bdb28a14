import type { PublicGeneration } from '@atelier/contract';
import { serverNow } from '#lib/server-time.ts';
import { getLibraryType } from '#product/media-facts.build.ts';
import { mediumOfArea } from '../medium-of-area.build.ts';
import { hasEnded, isRunning } from './generations-state.ts';
import { generationsStore } from './generations-store.ts';

/**
 * Reports each generation that ends while this page is open, also one of which its end is the first that the page learns: of
 * one that was made elsewhere and ended at once, only the last change may arrive. Returns the function that stops it.
 */
export function watchEnds(onEnd: (generation: PublicGeneration) => void): () => void {
  // Returns whether the end came since the page was opened, which may be long before this code was loaded. This is
  // computed at each end: the first reply of the server, which says what time it is, may come later still.
  const endedHere = (time: string | null) =>
    time !== null && Date.parse(time) > serverNow() - performance.now();
  // States by key, which stays the same when the server's id replaces that of the request.
  const wasRunning = new Map<string, boolean>();
  const entries = () => [...generationsStore.get().entries.values()];
  for (const entry of entries()) wasRunning.set(entry.key, isRunning(entry));
  return generationsStore.subscribe(() => {
    for (const entry of entries()) {
      const { key, generation } = entry;
      const mayEnd = wasRunning.get(key) ?? endedHere(generation.finished_at);
      wasRunning.set(key, isRunning(entry));
      if (mayEnd && hasEnded(generation.status)) onEnd(generation);
    }
  });
}

/** The key, among the messages of the shell, of the sentence that says how it ended. */
export function getEndKey({ medium, status }: Pick<PublicGeneration, 'medium' | 'status'>) {
  if (status === 'partial') return 'ended.partial';
  return `ended.${status === 'failed' ? 'failed' : 'done'}_${medium}` as const;
}

/** A history lists them, without saying that one has just ended. */
export function isMediumListedAt(path: string, medium: PublicGeneration['medium']): boolean {
  const [, creator, area = '', type] = path.split('/');
  if (area === 'history') return creator === 'creator' && type === getLibraryType[medium];
  return isMediumShownAt(path, medium) || (type === 'history' && mediumOfArea[area] === medium);
}

export function isMediumShownAt(path: string, medium: PublicGeneration['medium']): boolean {
  const [, creator, area = '', page] = path.split('/');
  return creator === 'creator' && page !== 'history' && mediumOfArea[area] === medium;
}
