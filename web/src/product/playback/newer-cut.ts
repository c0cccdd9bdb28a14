import type { PublicCut } from '@atelier/contract';

export function isUnderWay({ state }: Pick<PublicCut, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/**
 * Returns the cut with the higher revision: events and replies overtake each other, and progress falls when a rendering
 * begins again.
 */
export function newerCut(known: PublicCut, next: PublicCut): PublicCut {
  return next.revision < known.revision ? known : next;
}
