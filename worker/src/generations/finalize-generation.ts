import type { AppErrorCode } from '@atelier/contract';
import { errorCodeOf } from '@atelier/contract';
import { type Ending, finishGeneration, type GenerationRow } from '@atelier/db';
import type { WorkerDeps } from '../deps.ts';
import { wakeWebhook } from './enqueue-webhook-delivery.ts';
import { announceEnd } from './notify.ts';

/**
 * Ends a generation and tells its owner. False when something else ended it first. The event also stands in the
 * outbox, so that a crash before it was sent does not lose it.
 */
export async function endGeneration(deps: WorkerDeps, ending: Ending): Promise<boolean> {
  const finished = await finishGeneration(deps.db.pool, ending);
  if (!finished) return false;
  deps.metrics.generationEnded(finished.generation);
  const { id, kind, provider_request_id: providerRequestId } = finished.generation;
  deps.log.info(
    {
      generationId: id,
      kind,
      providerRequestId,
      status: ending.status,
      charged: ending.chargeCredits,
      cause: ending.error?.code,
    },
    'generation ended',
  );
  await announceEnd(deps, finished);
  deps.outboxCleaner.done(`changed:${id}`);
  await wakeWebhook(deps, finished.generation);
  return true;
}

/** Ends it as failed, everything released. `detail` is for support, not for the page. */
export async function failGeneration(
  deps: WorkerDeps,
  row: GenerationRow,
  failure: { code: AppErrorCode; detail: string | null },
): Promise<boolean> {
  if (errorCodeOf(failure.code).isReportable) {
    deps.log.error(
      { generationId: row.id, cause: failure.code, detail: failure.detail },
      'generation failed',
    );
  }
  return endGeneration(deps, { generationId: row.id, status: 'failed', chargeCredits: 0, error: failure });
}

/** Ends it as cancelled, everything released. */
export async function cancelGeneration(deps: WorkerDeps, row: GenerationRow): Promise<boolean> {
  return endGeneration(deps, { generationId: row.id, status: 'cancelled', chargeCredits: 0, error: null });
}
