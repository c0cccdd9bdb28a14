import { isWithoutResult } from '#product/generation/outputs.ts';
import { type GenerationEntry, hasEnded } from '#product/generation/store/generations-state.ts';
import { createKeptIds } from '#product/kept/kept-ids.ts';

/** Failed and cancelled generations that the user has put away on this browser. */
export const dismissedIds = createKeptIds('dismissed', 200);

/** A generation without a result is a row, not a card. */
export function isRow({ generation }: GenerationEntry): boolean {
  return isWithoutResult(generation);
}

/** The newest result is the hero; rows that are older than it fold into one line below it. */
export function arrangeEntries(newestFirst: readonly GenerationEntry[]) {
  const heroIndex = newestFirst.findIndex((entry) => hasEnded(entry.generation.status) && !isRow(entry));
  const isFolded = (entry: GenerationEntry, index: number) =>
    isRow(entry) && heroIndex >= 0 && index > heroIndex;
  return {
    shown: newestFirst.filter((entry, index) => !isFolded(entry, index)),
    folded: newestFirst.filter(isFolded),
    heroKey: newestFirst[heroIndex]?.key,
  };
}
