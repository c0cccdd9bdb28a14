import type { CutState, PublicCut } from '@atelier/contract';

const order: readonly CutState[] = ['waiting', 'running'];

export function isUnderWay({ state }: Pick<PublicCut, 'state'>): boolean {
  return order.includes(state);
}

/** Events and replies overtake each other: a cut never goes back to an earlier state, nor to fewer pictures. */
export function newerCut(known: PublicCut, next: PublicCut): PublicCut {
  if (!isUnderWay(next)) return next;
  if (!isUnderWay(known)) return known;
  const steps = order.indexOf(next.state) - order.indexOf(known.state);
  if (steps !== 0) return steps > 0 ? next : known;
  return (next.percent ?? 0) < (known.percent ?? 0) ? known : next;
}
