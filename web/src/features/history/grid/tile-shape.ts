import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '#product/generation/generations-state.ts';
import { isWithoutResult, shownOutputs } from '#product/generation/outputs.ts';

/** Is on the page elsewhere, or being deleted. */
export const notInGrid = 0;
/** Ended without a result: a chip below the tiles. */
export const asChip = -1;

const soundRatio = 16 / 9;
const answerRatio = 1.9;
/** Beyond these a tile has bars instead: it would be a line. */
const leastRatio = 0.3;
const mostRatio = 4;

/** The ratio of a record's tile, width to height; `notInGrid` or `asChip` without one. */
export function shapeOf(record: PublicGeneration, hiddenIds: ReadonlySet<string>): number {
  if (hiddenIds.has(record.id) || !hasEnded(record.status)) return notInGrid;
  if (isWithoutResult(record)) return asChip;
  if (record.medium === 'audio') return soundRatio;
  if (record.medium === 'text') return answerRatio;
  const output = shownOutputs(record)[0] ?? record.outputs[0];
  const width = output?.width ?? record.width ?? 1;
  const height = output?.height ?? record.height ?? 1;
  return Math.min(mostRatio, Math.max(leastRatio, width / height));
}
