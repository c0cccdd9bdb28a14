import {
  findKind,
  type Kind,
  type KindInput,
  type KindInReach,
  kinds,
  standInsInReach,
} from '@atelier/catalog';
import { toKindSubject } from '@atelier/contract';
import { type GenerationRow, getOwnGeneration, listKindClosures } from '@atelier/db';
import type { RouteDeps } from '../../api.ts';
import { findFileIssues } from '../uploads/file-limits.ts';

export type StandInDeps = RouteDeps;

/**
 * Finds the kind to offer for a generation whose model is down: the dearest that costs no more, else the cheapest of all that
 * can make it from the same files. Undefined when its model is not down, or there is none. Throws not_found.
 */
export async function findStandIn(
  deps: StandInDeps,
  id: string,
  userId: string,
): Promise<{ kind: string; credits: number } | undefined> {
  const { generation: row } = await getOwnGeneration(deps.db.pool, id, userId);
  const kind = findKind(row.kind);
  if (!kind || row.status !== 'waiting') return undefined;
  const open = (await deps.breakers.read())
    .filter(({ state }) => state === 'open')
    .map(({ subject }) => subject);
  const isHeld = (of: Kind) => open.includes(toKindSubject(of.id));
  if (!isHeld(kind) || open.includes('account') || open.includes('provider')) return undefined;
  const closed = (await listKindClosures(deps.db.pool)).filter(({ closed_at }) => closed_at);
  const isUsable = (of: Kind) => !isHeld(of) && !closed.some((closure) => closure.kind === of.id);
  for (const offer of listOffers(kind, row)) {
    if (!isUsable(offer.kind) || (await findFileIssues(deps, offer)).length > 0) continue;
    return { kind: offer.kind.id, credits: offer.costCredits };
  }
  return undefined;
}

/** Lists kinds at no more than its price, the dearest first; then the others, the cheapest first. */
function listOffers(kind: Kind, { input, cost }: Pick<GenerationRow, 'input' | 'cost'>): KindInReach[] {
  const list = (maxCredits: number) =>
    standInsInReach(kinds, { kind, input: input as KindInput, maxCredits, limit: kinds.length });
  const within = list(cost);
  const ids = new Set(within.map((each) => each.kind.id));
  const dearer = list(Number.POSITIVE_INFINITY).filter((each) => !ids.has(each.kind.id));
  return [...within, ...dearer.reverse()];
}
