import { describedIssue, findKind, type KindInput, standInsInReach } from '@atelier/catalog';
import { AppError, type PublicGeneration, type StandInBody } from '@atelier/contract';
import { type GenerationRow, getOwnGeneration, toPublicGeneration, withLinePositions } from '@atelier/db';
import { makeStandIn } from '@atelier/generations';
import type { RouteDeps } from '../../api.ts';
import { findConsentProblem } from '../generations/find-consent-problem.ts';
import { priceChanged, refusalError } from '../generations/refusals.ts';
import { findFileIssues } from '../uploads/file-limits.ts';

/** `askAbove`: price above which an API key asks its owner; null when it never does, and in the browser. */
type Accepted = StandInBody & { id: string; userId: string; askAbove: number | null };

/**
 * Has another kind make a generation that waits for its model. Idempotent: once the kind stands in, it returns the
 * generation. Throws not_found, stand_in_not_needed, validation_failed, price_changed, or what refuses a reservation.
 */
export async function acceptStandIn(
  deps: RouteDeps,
  { id, userId, kind, max_credits, askAbove }: Accepted,
): Promise<PublicGeneration> {
  const { generation: row } = await getOwnGeneration(deps.db.pool, id, userId);
  if (standsIn(row, kind)) return present(deps, row);
  if (row.finished_at) throw new AppError('already_finished');
  if (row.status !== 'waiting') throw new AppError('stand_in_not_needed');
  await assertFits(deps, row, { kind, max_credits });
  // Only the owner may exceed the price that the submission asked for.
  if (askAbove !== null && max_credits > Math.max(askAbove, row.cost))
    throw new AppError('approval_needed', { details: { approval: null, cost: max_credits } });
  const outcome = await makeStandIn(deps, row, { kind, maxCredits: max_credits });
  const { generation: now } = await getOwnGeneration(deps.db.pool, id, userId);
  // Also when another call was first.
  if (outcome.ok || standsIn(now, kind)) return present(deps, now);
  const { LIMIT_RUNNING: maxRunning, LIMIT_WAITING: maxWaiting } = deps.env;
  switch (outcome.reason) {
    case 'not_held':
    case 'out_of_reach':
    case 'key_used':
      throw new AppError('stand_in_not_needed');
    default:
      throw refusalError(outcome, { maxRunning, maxWaiting });
  }
}

const standsIn = (row: GenerationRow, kind: string) => row.stood_in_for !== null && row.kind === kind;

/** The price has precedence: with the right one the kind may well fit. */
async function assertFits(deps: RouteDeps, row: GenerationRow, consent: StandInBody): Promise<void> {
  const [from, to] = [findKind(row.kind), findKind(consent.kind)];
  const input = row.input as KindInput;
  const refuse = (issue: object) => new AppError('validation_failed', { details: { issues: [issue] } });
  if (!from) throw new AppError('stand_in_not_needed');
  const problem = findConsentProblem({ kind: from, input }, consent, 'kind');
  const reach = (maxCredits: number) => (to ? standInsInReach([to], { kind: from, input, maxCredits }) : []);
  const [any] = reach(Number.POSITIVE_INFINITY);
  if (problem?.code === 'stand_in_price') throw priceChanged(consent.max_credits, any?.costCredits ?? 0);
  if (problem) throw refuse(problem);
  const [reached] = reach(consent.max_credits);
  if (reached && (await findFileIssues(deps, reached)).length > 0)
    throw refuse(describedIssue('kind', 'stand_in_unfit'));
}

async function present({ db, mediaUrl }: RouteDeps, row: GenerationRow): Promise<PublicGeneration> {
  const [placed = row] = await withLinePositions(db.pool, [row]);
  return toPublicGeneration({ generation: placed, outputs: [] }, mediaUrl);
}
