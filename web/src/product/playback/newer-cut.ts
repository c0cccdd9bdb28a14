import type { PublicCut } from '@atelier/contract';

export function isUnderWay({ state }: Pick<PublicCut, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/** Events and replies overtake each other; the revision says which is newer. A rendering that begins again has fewer pictures. */
export function newerCut(known: PublicCut, next: PublicCut): PublicCut {
  return next.revision < known.revision ? known : next;
}
