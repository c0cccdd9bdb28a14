import type { PublicGeneration } from '@atelier/contract';
import { useStore } from '#lib/store.ts';
import { createKeptIds } from '#product/kept/kept-ids.ts';
import { isStill } from '#product/media-facts.build.ts';
import { unseenCount } from '#product/page-title.ts';
import { findInputFrame } from '../pictures/input-frame.ts';

/** The last generations that ended while this browser watched, and those of them that its user has seen. */
const endedIds = createKeptIds('ended', 5);
const seenIds = createKeptIds('seen', 20);

export function noteEnd(id: string): void {
  endedIds.add([id]);
}

/** Marks ended generations as seen; ids that are not among the last ones are ignored. */
export function markSeen(ids: readonly string[]): void {
  const unseen = unseenIds().filter((id) => ids.includes(id));
  if (unseen.length > 0) seenIds.add(unseen);
}

/** Forgets the end of a deleted generation. */
export function forgetEnd(id: string): void {
  endedIds.remove([id]);
}

export function unseenIds(): readonly string[] {
  const seen = seenIds.get();
  return endedIds.get().filter((id) => !seen.includes(id));
}

/** The last generations that ended, the newest first. */
export function useRecentEnds(): { id: string; isSeen: boolean }[] {
  const seen = useStore(seenIds);
  return useStore(endedIds).map((id) => ({ id, isSeen: seen.includes(id) }));
}

/** Keeps the mark in the tab title and in the header current. Returns the function that stops it. */
export function countUnseen(): () => void {
  const count = () => unseenCount.set(unseenIds().length);
  count();
  const stops = [endedIds.subscribe(count), seenIds.subscribe(count)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** A small picture of a generation: of its result, else of the image that it began with. */
export function findThumbnail({ medium, outputs, input }: PublicGeneration): string | undefined {
  const output = outputs.find(({ url, is_flagged }) => url !== null && !is_flagged);
  const shown = output?.poster_url ?? (isStill[medium] ? output?.url : undefined);
  return shown ?? findInputFrame({ input });
}
