import type { PublicGeneration } from '@atelier/contract';
import { shownOutputs } from './outputs.ts';

const soundRatio = 16 / 9;
const answerRatio = 1.9;
/** Beyond these a tile has bars instead: it would be a line. */
const leastRatio = 0.3;
const mostRatio = 4;

/** Width to height of a record's tile: that of its result, else of what was asked for. */
export function tileRatio(record: PublicGeneration): number {
  if (record.medium === 'audio') return soundRatio;
  if (record.medium === 'text') return answerRatio;
  const output = shownOutputs(record)[0] ?? record.outputs[0];
  const isVideo = record.medium === 'video';
  const width = output?.width ?? record.width ?? (isVideo ? 16 : 1);
  const height = output?.height ?? record.height ?? (isVideo ? 9 : 1);
  return Math.min(mostRatio, Math.max(leastRatio, width / height));
}
