import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '#product/generation/generations-state.ts';

const queuedPercent = 4;
const generatingFromPercent = 15;
const generatingSpanPercent = 80;
const savingPercent = 97;
/** Never more before the result is there (product-1 section 4). */
const maxPercent = 99;
const tickMs = 3_000;

/**
 * How far a job is, 0 to 99 and 100 only when it has ended. Real signals first: the place in the queue, the
 * provider's own percent, the time against what such jobs took before. Without any, the spec's 1 per 3 s.
 */
export function estimatePercent(generation: PublicGeneration, nowMs: number): number {
  if (hasEnded(generation.status)) return 100;
  const { stage, queue_position: position } = generation.progress;
  switch (stage) {
    case 'reserved':
    case 'cancelling':
      return 1;
    case 'queued':
      return position === null ? queuedPercent : queuedPercent + Math.round(8 / (1 + position));
    case 'generating':
      return Math.min(maxPercent, generatingPercent(generation, nowMs));
    case 'saving':
    case 'done':
      return savingPercent;
  }
}

function generatingPercent({ progress, created_at }: PublicGeneration, nowMs: number): number {
  const { percent, expected_seconds: expectedSeconds } = progress;
  if (percent !== null) return generatingFromPercent + (percent / 100) * generatingSpanPercent;
  const elapsedMs = Math.max(0, nowMs - Date.parse(progress.stage_started_at ?? created_at));
  if (expectedSeconds <= 0) return Math.floor(elapsedMs / tickMs);
  // Slows down towards the end instead of standing still at it: 89 % of the span at the expected time.
  const share = 1 - Math.exp((-2.2 * elapsedMs) / (expectedSeconds * 1000));
  return generatingFromPercent + share * generatingSpanPercent;
}
