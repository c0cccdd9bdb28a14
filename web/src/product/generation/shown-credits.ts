import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from './store/generations-state.ts';

/** The credits to show with a generation: its price while it runs, then its charge. Undefined when nothing was charged. */
export function shownCredits({ status, credits }: PublicGeneration): number | undefined {
  if (!hasEnded(status)) return credits.cost;
  return credits.settled === 0 ? undefined : credits.settled;
}
