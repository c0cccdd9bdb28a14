import type { PublicGeneration } from '@atelier/contract';
import { hashText } from '#lib/hash-text.ts';
import { hasShownResult } from '#product/generation/outputs.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { tileRatio } from '#product/media/index.ts';

type Generations = readonly PublicGeneration[];

/** One idea of a batch, and everything that was made of it, in the order of its lines. */
export type BatchSet = { set: number; records: Generations };

/** The ideas of a batch, in order. */
export function setsOf(records: Generations): BatchSet[] {
  const sets = new Map<number, PublicGeneration[]>();
  for (const record of records) {
    const set = record.batch_set ?? 0;
    sets.set(set, [...(sets.get(set) ?? []), record]);
  }
  return [...sets].sort(([a], [b]) => a - b).map(([set, members]) => ({ set, records: members }));
}

/**
 * Results in an order that says nothing of what made them, and that is the same whenever the batch is opened: by a hash of
 * their ids. Neither their place in the batch nor their model is in it.
 */
export function blindOrder(records: Generations, batchId: string): PublicGeneration[] {
  const keyed = records.map((record) => ({ record, key: hashText(`${batchId} ${record.id}`) }));
  return keyed.sort((a, b) => a.key - b.key).map(({ record }) => record);
}

/** The ideas that there is something to choose from: at least two results, and nothing of it still on its way. */
export function choosableSets(sets: readonly BatchSet[]): BatchSet[] {
  return sets
    .map(({ set, records }) => ({
      set,
      records: records.filter(hasShownResult),
      isOpen: records.some(({ status }) => !hasEnded(status)),
    }))
    .filter(({ records, isOpen }) => !isOpen && records.length > 1)
    .map(({ set, records }) => ({ set, records }));
}

/**
 * Whether the names of a set would spoil a choice that is still to be made: results of several models, there or on their
 * way, and none that was picked.
 */
export function isToBeChosen({ records }: BatchSet, pickedId: string | undefined): boolean {
  return pickedId === undefined && new Set(records.filter(canBeChosen).map(({ model }) => model)).size > 1;
}

/** A set as it is shown until then: the results as in the blind choice, and what has failed after them. */
export function withoutNames({ set, records }: BatchSet, batchId: string): BatchSet {
  const order = blindOrder(records, batchId);
  return { set, records: [...order.filter(canBeChosen), ...order.filter((record) => !canBeChosen(record))] };
}

function canBeChosen(record: PublicGeneration): boolean {
  return hasShownResult(record) || !hasEnded(record.status);
}

/** The middle one of their ratios: one box for all, so that the shape of a tile says nothing. */
export function sharedRatio(records: Generations): number {
  const ratios = records.map(tileRatio).sort((a, b) => a - b);
  return ratios[Math.floor(ratios.length / 2)] ?? 1;
}
