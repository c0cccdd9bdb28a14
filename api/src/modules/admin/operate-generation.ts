import { findKind, type KindInput } from '@atelier/catalog';
import { AppError, type AuditName, type IfDown, type StandInConsent } from '@atelier/contract';
import {
  findGeneration,
  type GenerationRow,
  getUserWithBalance,
  inTransaction,
  isOpenProject,
  markSubmissionsOrphaned,
  type Operator,
  type Queryable,
  refundGeneration,
  requestProviderCheck,
} from '@atelier/db';
import { endInLine, finalizeGeneration, notifyBalance, startWaitingGenerations } from '@atelier/generations';
import type { RouteDeps } from '../../api.ts';
import { findConsentProblem } from '../generations/find-consent-problem.ts';
import { kindClosed } from '../generations/refusals.ts';
import { submitGeneration } from '../generations/submit-generation.ts';

type Operated<Action extends string> = {
  action: Action;
  row: GenerationRow;
};

/** Records the act in the audit log, on the transaction of the act itself. */
export type RecordAct = (
  on: Queryable,
  act: { name: AuditName; userId: string; details?: Readonly<Record<string, unknown>> },
) => Promise<unknown>;

type Act = Operator & { requestId?: string; record: RecordAct };

/**
 * Requests an immediate provider check of a running generation, or a place for one that waits, if any is free. Resubmits
 * a failed or cancelled one for its owner, who pays as for any submission; idempotent per `requestId`. Throws not_found,
 * or already_finished when it was delivered.
 */
export async function retryGeneration(
  deps: RouteDeps,
  id: string,
  { requestId, record }: Act,
): Promise<Operated<'woken' | 'resubmitted'>> {
  const row = await getAny(deps, id);
  const userId = row.user_id;
  const woken = await inTransaction(deps.db, async (on) => {
    const found = await requestProviderCheck(on, id);
    if (found) await record(on, { name: 'operator_checked_generation', userId });
    return found;
  });
  if (woken) return { action: 'woken', row: woken };
  if (row.status === 'waiting') {
    await record(deps.db.pool, { name: 'operator_checked_generation', userId });
    await startWaitingGenerations(deps, userId);
    return { action: 'woken', row: await getAny(deps, id) };
  }
  if (row.status === 'completed' || row.status === 'partial') throw new AppError('already_finished');
  const refusal = kindClosed({ kind: row.kind, successor: null });
  const owner = await getUserWithBalance(deps.db, row.user_id);
  const { project_id } = row;
  const takesIt = project_id !== null && (await isOpenProject(deps.db.pool, userId, project_id));
  const submitted = await submitGeneration(
    deps,
    { userId: owner.id, hasEverPaid: owner.has_ever_paid, isLocked: owner.is_locked },
    {
      kind: findKind(row.kind) ?? { names: [row.kind], refusal },
      input: row.input as Record<string, unknown>,
      fields: {
        is_public: row.is_public,
        retry_of: id,
        if_down: readWish(row),
        project_id: takesIt ? project_id : null,
      },
      origin: { idempotencyKey: requestId },
      inSameTransaction: (on, new_generation_id) =>
        record(on, { name: 'operator_resubmitted_generation', userId, details: { new_generation_id } }),
    },
  );
  return { action: 'resubmitted', row: submitted.generation };
}

/** The wish about a stand-in as it was given, unless it was used, or its kind could not make this any more. */
function readWish({ kind: id, input, stand_in, stood_in_for }: GenerationRow): IfDown {
  const consent = stand_in as StandInConsent | null;
  const kind = findKind(id);
  if (!consent || !kind || stood_in_for !== null) return 'wait';
  if (findConsentProblem({ kind, input: input as KindInput }, consent)) return 'wait';
  const { kind: other, max_credits } = consent;
  return other === null || max_credits === null ? 'ask' : { kind: other, max_credits };
}

/**
 * Ends a waiting or running generation and releases its hold; the sweeper cancels it at the provider. Throws
 * already_finished.
 */
export async function failGeneration(
  deps: RouteDeps,
  id: string,
  { operatorId, reason, record }: Act,
): Promise<Operated<'failed'>> {
  const { user_id: userId, status } = await getAny(deps, id);
  const error = { code: 'ended_by_operator' as const, detail: `${operatorId}: ${reason}` };
  const by = { operatorId, reason };
  const ending = { generationId: id, status: 'failed', chargeCredits: 0, error, by } as const;
  const act = { name: 'operator_ended_generation', userId } as const;
  if (status === 'waiting') {
    const [row] = await endInLine(deps, { ...ending, userId, ids: [id] }, (on) => record(on, act));
    if (row) return { action: 'failed', row };
    // It has just started.
  }
  const inSameTransaction = async (on: Queryable) => {
    await markSubmissionsOrphaned(on, id);
    await record(on, act);
  };
  const finalized = await finalizeGeneration(deps, ending, { inSameTransaction });
  if (!finalized) throw new AppError('already_finished');
  return { action: 'failed', row: finalized.row };
}

/** Refunds the charge of an ended generation, at most once. Throws nothing_to_refund, already_refunded. */
export async function refundByOperator(
  deps: RouteDeps,
  id: string,
  { record, ...operator }: Act,
): Promise<Operated<'refunded'>> {
  const row = await getAny(deps, id);
  const { user_id: userId, settled: credits } = row;
  const moved = await refundGeneration(deps.db, row, operator, (on, { entry_id }) =>
    record(on, { name: 'operator_refunded_generation', userId, details: { credits, entry_id } }),
  );
  await notifyBalance(deps, row.user_id, moved);
  return { action: 'refunded', row };
}

async function getAny(deps: RouteDeps, id: string): Promise<GenerationRow> {
  const row = await findGeneration(deps.db.pool, id);
  if (!row) throw new AppError('not_found');
  return row;
}
