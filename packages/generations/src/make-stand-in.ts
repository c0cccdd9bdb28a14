// Has another kind make a generation whose model is down. Its owner has agreed to that kind and to the most it may cost.
import { findKind, type Kind, type KindInput, standInsInReach } from '@atelier/catalog';
import { type Adjustment, getProvider } from '@atelier/catalog/server';
import { type GenerationRow, type StoodIn, standIn, withLinePositions } from '@atelier/db';
import { describeForKind } from './describe-for-kind.ts';
import type { DurationCache } from './duration-cache.ts';
import { notifyBalance, notifyMany } from './notify.ts';
import { notifyLine } from './notify-line.ts';
import { type LineDeps, startWaitingGenerations } from './start-waiting-generations.ts';

export type StandInDeps = LineDeps & { durations: Pick<DurationCache, 'read'> };

export type StandInOutcome =
  | StoodIn
  /** The kind is unknown, or cannot make it at this price. */
  | { ok: false; reason: 'out_of_reach' };

/**
 * Makes the kind stand in for a generation, in its place of the line, and starts it when there is a slot. Nothing changes
 * when it is refused: the generation goes on waiting. Only one of several calls does it; to the others it is not held.
 */
export async function makeStandIn(
  deps: StandInDeps,
  row: GenerationRow,
  { kind: kindId, maxCredits }: { kind: string; maxCredits: number },
): Promise<StandInOutcome> {
  const from = findKind(row.kind);
  const to = findKind(kindId);
  const before = row.input as KindInput;
  const [reached] = from && to ? standInsInReach([to], { kind: from, input: before, maxCredits }) : [];
  if (!from || !reached) return { ok: false, reason: 'out_of_reach' };
  const { kind, input, costCredits } = reached;
  const outcome = await standIn(deps.db.pool, {
    id: row.id,
    fromKind: row.kind,
    ...describeForKind(await deps.durations.read(), kind, input),
    input,
    adjustments: [...listChanges(from, before, input), ...getProvider(kind).toRequest(input).adjustments],
    costCredits,
  });
  if (outcome.ok) await notifyStandIn(deps, row.kind, outcome);
  return outcome;
}

/** Settings that the other kind lacks or takes with another value. */
function listChanges(from: Kind, before: KindInput, after: KindInput): Adjustment[] {
  const isSet = (value: unknown) => value !== null && value !== undefined && value !== '';
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(after[name]);
  return Object.keys(from.fields)
    .filter((name) => isSet(before[name]) && !isSame(name))
    .map((name) => ({ field: name, from: before[name], to: after[name] ?? null, reason: 'stand_in' }));
}

/** Brings the owner's browsers up to date, and gives it a free slot: nothing holds it any more. */
async function notifyStandIn(
  deps: StandInDeps,
  fromKind: string,
  { generation, balance, eventKey }: Extract<StoodIn, { ok: true }>,
): Promise<void> {
  const { id: generationId, user_id: userId, kind, cost: costCredits } = generation;
  deps.log.info({ generationId, fromKind, kind, costCredits }, 'another model stands in by consent');
  notifyLine(deps, userId);
  const placed = await withLinePositions(deps.db.pool, [generation]);
  const sent = await Promise.all([notifyMany(deps, userId, placed), notifyBalance(deps, userId, balance)]);
  if (sent.every(Boolean)) deps.outboxCleaner.done(eventKey);
  await startWaitingGenerations(deps, userId);
}
