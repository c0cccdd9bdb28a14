import type { PublicGeneration } from '@atelier/contract';
import { isWithoutResult } from '#product/generation/outputs.ts';
import { tileRatio } from '#product/media/index.ts';
import { isHeard } from '#product/media-facts.build.ts';
import { halfTile } from '../half-tile.ts';

/** Waits, which is one line above the grid, is put away, or is being deleted. */
export const notInGrid = 0;
/** Ended without a result: a chip in the heading of its day. */
export const asChip = -1;

/** Two sounds, one above the other, have this ratio. */
const soundsRatio = 1.5;

/** The ratio of a generation's tile, width to height, or that it is a half tile; `notInGrid` or `asChip` without one. */
export function toShape(generation: PublicGeneration, hiddenIds: ReadonlySet<string>): number {
  if (hiddenIds.has(generation.id) || generation.status === 'waiting') return notInGrid;
  if (isWithoutResult(generation)) return asChip;
  return isHeard[generation.medium] ? halfTile(soundsRatio) : tileRatio(generation);
}
