import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '#product/generation/generations-state.ts';

type Input = {
  medium: PublicGeneration['medium'];
  /** The page as the API listed it, newest first. */
  listed: readonly PublicGeneration[];
  /** What the live store knows; its records may be newer than the page, or not on it yet. */
  live: readonly PublicGeneration[];
  /** Records whose deletion is under way. */
  hiddenIds: ReadonlySet<string>;
  /** The first page without a search: only there does a record that was not listed have its place. */
  isTop: boolean;
};

/** A history page as it is shown: what runs is pinned, the rest keeps the order of the list. */
export function splitRows({ medium, listed, live, hiddenIds, isTop }: Input) {
  const liveById = new Map(live.map((generation) => [generation.id, generation]));
  const listedIds = new Set(listed.map((generation) => generation.id));
  const newest = listed[0]?.created_at ?? '';
  const unlisted = live.filter(
    (generation) =>
      generation.medium === medium &&
      !listedIds.has(generation.id) &&
      // An older finished record is on a later page; a running one is pinned from wherever it is.
      (!hasEnded(generation.status) || generation.created_at > newest),
  );
  const shown = [
    ...(isTop ? unlisted.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)) : []),
    ...listed.map((generation) => newer(generation, liveById.get(generation.id))),
  ].filter((generation) => !hiddenIds.has(generation.id));
  return {
    running: shown.filter((generation) => !hasEnded(generation.status)),
    rest: shown.filter((generation) => hasEnded(generation.status)),
  };
}

function newer(listed: PublicGeneration, live: PublicGeneration | undefined): PublicGeneration {
  return live !== undefined && live.revision > listed.revision ? live : listed;
}
