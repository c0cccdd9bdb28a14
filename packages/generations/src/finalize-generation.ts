import { type AppErrorCode, errorCodeOf, type PublicGeneration } from '@atelier/contract';
import { type Ending, type GenerationRow, markGenerationEnded } from '@atelier/db';
import type { Log } from '@atelier/log';
import { type EnqueueDeps, enqueueWebhookDelivery, type WebhookDeps } from './enqueue.ts';
import { type NotifyDeps, notifyEnd } from './notify.ts';

export type FinalizeDeps = NotifyDeps &
  EnqueueDeps &
  WebhookDeps & {
    log: Pick<Log, 'info' | 'warn' | 'error'>;
    /** For the metrics of a process that has some. */
    onGenerationEnded?: (row: GenerationRow) => void;
  };

export type Finalized = { row: GenerationRow; generation: PublicGeneration };

/**
 * Ends a generation, settles and releases its hold, notifies its owner and enqueues the owner's webhook. Undefined when
 * it had already ended. The event is in the outbox as well, so a crash before it is sent does not lose it.
 */
export async function finalizeGeneration(deps: FinalizeDeps, ending: Ending): Promise<Finalized | undefined> {
  const ended = await markGenerationEnded(deps.db.pool, ending);
  if (!ended) return undefined;
  const row = ended.generation;
  deps.onGenerationEnded?.(row);
  deps.log.info(
    {
      generationId: row.id,
      kind: row.kind,
      providerRequestId: row.provider_request_id,
      status: ending.status,
      charged: ending.chargeCredits,
      cause: ending.error?.code,
    },
    'generation ended',
  );
  const generation = await notifyEnd(deps, ended);
  deps.outboxCleaner.done(`changed:${row.id}`);
  await enqueueWebhookDelivery(deps, row);
  return { row, generation };
}

/** Ends it as failed and releases the whole hold. `detail` is for support and never shown to the user. */
export async function finalizeAsFailed(
  deps: FinalizeDeps,
  { id: generationId }: Pick<GenerationRow, 'id'>,
  failure: { code: AppErrorCode; detail: string | null },
): Promise<Finalized | undefined> {
  if (errorCodeOf(failure.code).isReportable) {
    deps.log.error({ generationId, cause: failure.code, detail: failure.detail }, 'generation failed');
  }
  return finalizeGeneration(deps, { generationId, status: 'failed', chargeCredits: 0, error: failure });
}

/** Ends it as cancelled and releases the whole hold. */
export async function finalizeAsCancelled(
  deps: FinalizeDeps,
  { id: generationId }: Pick<GenerationRow, 'id'>,
): Promise<Finalized | undefined> {
  return finalizeGeneration(deps, { generationId, status: 'cancelled', chargeCredits: 0, error: null });
}
