import type { PublicGeneration } from '@atelier/contract';
import { useMemo } from 'react';
import { useStore } from '#lib/store.ts';
import type { JobCard } from './generations-state.ts';
import { generationsStore } from './generations-store.ts';
import { hasEnded } from './has-ended.ts';

/** All known generations of a medium (or of all), newest first. */
export function useGenerations(medium?: PublicGeneration['medium']): JobCard[] {
  const { cards } = useStore(generationsStore);
  return useMemo(
    () =>
      [...cards.values()]
        .filter(({ generation }) => medium === undefined || generation.medium === medium)
        .sort((a, b) => Date.parse(b.generation.created_at) - Date.parse(a.generation.created_at)),
    [cards, medium],
  );
}

/** Those that still run, newest first. */
export function useRunningGenerations(medium?: PublicGeneration['medium']): JobCard[] {
  const all = useGenerations(medium);
  return useMemo(() => all.filter(({ generation }) => !hasEnded(generation.status)), [all]);
}
