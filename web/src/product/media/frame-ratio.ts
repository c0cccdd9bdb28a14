import type { PublicGeneration } from '@atelier/contract';
import { shownOutputs } from '#product/generation/outputs.ts';

/** Beyond these a tile has bars instead: it would be a line. */
const leastRatio = 0.3;
const mostRatio = 4;

/** Width to height of the result, else of what was asked for, else those given. */
export function frameRatio(
  generation: PublicGeneration,
  usual: readonly [width: number, height: number],
): number {
  const output = shownOutputs(generation)[0] ?? generation.outputs[0];
  const width = output?.width ?? generation.width ?? usual[0];
  const height = output?.height ?? generation.height ?? usual[1];
  return Math.min(mostRatio, Math.max(leastRatio, width / height));
}
