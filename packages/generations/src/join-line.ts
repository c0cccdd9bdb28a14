import { findSubjectKind } from '@atelier/contract';
import type { BreakerCache } from './breaker-cache.ts';
import { notifyLine } from './notify-line.ts';
import { type LineDeps, startWaitingGenerations } from './start-waiting-generations.ts';

type JoinDeps = LineDeps & { breakers: Pick<BreakerCache, 'read'> };

/**
 * Called after the commit of reservations that wait in their user's line. While a model is down, its generations wait although
 * places are free, and those of other models go past them at once.
 */
export async function joinLine(deps: JoinDeps, userId: string): Promise<void> {
  notifyLine(deps, userId);
  const breakers = await deps.breakers.read();
  const isKindHeld = breakers.some(({ subject, state }) => state !== 'counting' && findSubjectKind(subject));
  if (isKindHeld) await startWaitingGenerations(deps, userId);
}
