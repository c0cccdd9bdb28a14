import { getKind } from '@atelier/catalog';
import { AppError } from '@atelier/contract';
import {
  findGeneration,
  type GenerationRow,
  getUserWithBalance,
  markSubmissionsOrphaned,
  type Operator,
  refundGeneration,
  requestProviderCheck,
} from '@atelier/db';
import { finalizeGeneration, notifyBalance } from '@atelier/generations';
import type { RouteDeps } from '../../api.ts';
import { submitGeneration } from '../generations/submit-generation.ts';

type Operated<Action extends string> = { action: Action; row: GenerationRow };

/**
 * Requests an immediate provider check of a running generation. Resubmits a failed or cancelled one for its owner, who
 * pays as for any submission; idempotent per `requestId`. Throws not_found, or already_finished when it was delivered.
 */
export async function retryGeneration(
  deps: RouteDeps,
  id: string,
  { operatorId, reason, requestId }: Operator & { requestId?: string },
): Promise<Operated<'woken' | 'resubmitted'>> {
  const row = await getAny(deps, id);
  const woken = await requestProviderCheck(deps.db.pool, id);
  if (woken) {
    deps.log.info({ generationId: id, operatorId, reason }, 'an operator requested a provider check');
    return { action: 'woken', row: woken };
  }
  if (row.status === 'completed' || row.status === 'partial') throw new AppError('already_finished');
  const owner = await getUserWithBalance(deps.db, row.user_id);
  const submitted = await submitGeneration(
    deps,
    { userId: owner.id, hasEverPaid: owner.has_ever_paid },
    {
      kind: getKind(row.kind),
      raw: { ...(row.input as Record<string, unknown>), is_public: row.is_public },
      origin: { idempotencyKey: requestId },
    },
  );
  const newId = submitted.generation.id;
  deps.log.info({ generationId: id, newId, operatorId, reason }, 'an operator resubmitted a generation');
  return { action: 'resubmitted', row: submitted.generation };
}

/** Ends a running generation and releases its hold; the sweeper cancels it at the provider. Throws already_finished. */
export async function failGeneration(
  deps: RouteDeps,
  id: string,
  { operatorId, reason }: Operator,
): Promise<Operated<'failed'>> {
  await getAny(deps, id);
  const error = { code: 'ended_by_operator' as const, detail: `${operatorId}: ${reason}` };
  const finalized = await finalizeGeneration(deps, {
    generationId: id,
    status: 'failed',
    chargeCredits: 0,
    error,
    by: { operatorId, reason },
  });
  if (!finalized) throw new AppError('already_finished');
  await markSubmissionsOrphaned(deps.db.pool, id);
  deps.log.info({ generationId: id, operatorId, reason }, 'an operator ended a generation');
  return { action: 'failed', row: finalized.row };
}

/** Refunds the charge of an ended generation, at most once. Throws nothing_to_refund, already_refunded. */
export async function refundByOperator(
  deps: RouteDeps,
  id: string,
  operator: Operator,
): Promise<Operated<'refunded'>> {
  const row = await getAny(deps, id);
  const moved = await refundGeneration(deps.db, row, operator);
  const { operatorId, reason } = operator;
  deps.log.info(
    { generationId: id, operatorId, reason, entryId: moved.entry_id },
    'an operator refunded a generation',
  );
  await notifyBalance(deps, row.user_id, moved);
  return { action: 'refunded', row };
}

async function getAny(deps: RouteDeps, id: string): Promise<GenerationRow> {
  const row = await findGeneration(deps.db.pool, id);
  if (!row) throw new AppError('not_found');
  return row;
}
