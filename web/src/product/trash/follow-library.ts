import type { ServerEventBody } from '@atelier/contract';
import { fetchCurrentGenerations } from '#product/api/generations.ts';
import { applyGenerations, reconcileGenerations } from '#product/generation/store/generations-store.ts';
import { libraryChanges } from '#product/realtime/changes.ts';
import { show } from './trashed-generations.ts';

/** Brings this page up to date after a change of several generations, which another tab may have made. */
export async function followLibrary({ restored }: ServerEventBody<'library:changed'>): Promise<void> {
  if (restored) {
    show(restored);
    applyGenerations(await fetchCurrentGenerations(restored));
  } else {
    await reconcileGenerations({ withEnded: true });
  }
  libraryChanges.notify();
}
