import type { PublicGeneration } from '@atelier/contract';

/** Whether its owner is asked before another model makes it. */
export function asksForStandIn({ status, stand_in: consent }: PublicGeneration): boolean {
  return status === 'waiting' && consent !== null && consent.kind === null;
}
