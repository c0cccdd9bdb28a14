import type { PublicGeneration } from '@atelier/contract';
import { hashText } from '#lib/hash-text.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { tileRatio } from '#product/media/index.ts';

type Generations = readonly PublicGeneration[];

/** One idea of a batch, and everything that was made of it, in the order of its lines. */
export type BatchSet = { set: number; generations: Generations };

/** The ideas of a batch, in order. */
export function groupIntoSets(generations: Generations): BatchSet[] {
  const sets = new Map<number, PublicGeneration[]>();
  for (const generation of generations) {
    const set = generation.batch_set ?? 0;
    sets.set(set, [...(sets.get(set) ?? []), generation]);
  }
  return [...sets].sort(([a], [b]) => a - b).map(([set, members]) => ({ set, generations: members }));
}

/**
 * Results in an order that says nothing of what made them, and that is the same whenever the batch is opened: by a hash of
 * their ids. Neither their place in the batch nor their model is in it.
 */
export function blindOrder(generations: Generations, batchId: string): PublicGeneration[] {
  const keyed = generations.map((generation) => ({
    generation,
    key: hashText(`${batchId} ${generation.id}`),
  }));
  return keyed.sort((a, b) => a.key - b.key).map(({ generation }) => generation);
}

/** The ideas that there is something to choose from: at least two results, and nothing of it still on its way. */
export function choosableSets(sets: readonly BatchSet[]): BatchSet[] {
  return sets
    .map(({ set, generations }) => ({
      set,
      generations: generations.filter(hasShownResult),
      isOpen: generations.some(({ status }) => !hasEnded(status)),
    }))
    .filter(({ generations, isOpen }) => !isOpen && generations.length > 1)
    .map(({ set, generations }) => ({ set, generations }));
}

/**
 * Whether the names of a set would spoil a choice that is still to be made: results of several models, there or on their
 * way, and none that was picked.
 */
export function isToBeChosen({ generations }: BatchSet, pickedId: string | undefined): boolean {
  return (
    pickedId === undefined && new Set(generations.filter(canBeChosen).map(({ model }) => model)).size > 1
  );
}

/** A set as it is shown until then: the results as in the blind choice, and what has failed after them. */
export function withoutNames({ set, generations }: BatchSet, batchId: string): BatchSet {
  const order = blindOrder(generations, batchId);
  return {
    set,
    generations: [...order.filter(canBeChosen), ...order.filter((generation) => !canBeChosen(generation))],
  };
}

function canBeChosen(generation: PublicGeneration): boolean {
  return hasShownResult(generation) || !hasEnded(generation.status);
}

/** The middle one of their ratios: one box for all, so that the shape of a tile says nothing. */
export function sharedRatio(generations: Generations): number {
  const ratios = generations.map(tileRatio).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}
