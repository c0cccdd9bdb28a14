import type { PublicGeneration } from '@atelier/contract';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { hasEnded } from '#product/generation/store/generations-state.ts';
import { tileRatio } from '#product/media/index.ts';

/** Is on the page elsewhere, or being deleted. */
export const notInGrid = 0;
/** Ended without a result: a chip below the tiles. */
export const asChip = -1;

/** The ratio of a generation's tile, width to height; `notInGrid` or `asChip` without one. */
export function toShape(generation: PublicGeneration, hiddenIds: ReadonlySet<string>): number {
  if (hiddenIds.has(generation.id) || !hasEnded(generation.status)) return notInGrid;
  return isWithoutResult(generation) ? asChip : tileRatio(generation);
}
