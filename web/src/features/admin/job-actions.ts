import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '#product/generation/generations-state.ts';
import type { GenerationAction } from './admin-api.ts';

/** To wake is to retry what runs; it moves no credits. */
export type JobAction = GenerationAction | 'wake';
export type Job = { action: JobAction; generation: PublicGeneration };

/** Those that the API would not refuse. */
export function actionsOf({ status, credits }: PublicGeneration, isRefunded: boolean): JobAction[] {
  if (!hasEnded(status)) return ['wake', 'fail'];
  const refund: JobAction[] = credits.settled > 0 && !isRefunded ? ['refund'] : [];
  return status === 'failed' || status === 'cancelled' ? ['retry', ...refund] : refund;
}
