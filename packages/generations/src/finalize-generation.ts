import { type PublicGeneration, toErrorCode } from '@atelier/contract';
import {
  type EndGeneration,
  type Ending,
  type GenerationRow,
  inTransaction,
  markGenerationEnded,
  type OutputRow,
  type TransactionStep,
} from '@atelier/db';
import type { Log } from '@atelier/log';
import { enqueuePushes, enqueueWebhookDelivery, type WebhookDeps } from './enqueue.ts';
import { notifyWithBalance } from './notify.ts';
import { type LineDeps, startWaitingGenerations } from './start-waiting-generations.ts';

export type FinalizeDeps = LineDeps &
  WebhookDeps & {
    log: Pick<Log, 'info' | 'warn' | 'error'>;
    endGeneration: EndGeneration;
    /** Counts the end in the metrics of a process that has some. */
    onGenerationEnded?: (row: GenerationRow) => void;
  };

export type Finalized = { row: GenerationRow; generation: PublicGeneration };

/**
 * Ends a generation that has started: settles and releases its hold, starts the owner's next waiting generation, notifies
 * the owner, and enqueues webhook and push messages. Returns undefined when the generation had already ended, or its
 * condition does not hold. The event is in the outbox as well, so it is sent later if it cannot be sent now or the process
 * is killed. `outputs` are all outputs at the end, if the caller knows them; otherwise they are read.
 * `inSameTransaction` runs in that of the end.
 */
export async function finalizeGeneration(
  deps: FinalizeDeps,
  ending: Ending,
  {
    inSameTransaction,
    outputs,
  }: { inSameTransaction?: TransactionStep; outputs?: readonly OutputRow[] } = {},
): Promise<Finalized | undefined> {
  const ended = await (inSameTransaction
    ? endWithStep(deps, ending, inSameTransaction)
    : deps.endGeneration(ending));
  if (!ended) return undefined;
  const row = ended.generation;
  if (ended.waiting > 0) await startWaitingGenerations(deps, row.user_id, Date.now());
  deps.onGenerationEnded?.(row);
  logEnd(deps, row);
  const { generation, isSent } = await notifyWithBalance(deps, { ...ended, outputs });
  if (isSent) deps.outboxCleaner.done(`changed:${row.id}`);
  await enqueueWebhookDelivery(deps, row);
  await enqueuePushes(deps, row.id, ended.pushIds);
  return { row, generation };
}

export function logEnd({ log }: Pick<FinalizeDeps, 'log'>, row: GenerationRow): void {
  log.info(
    {
      generationId: row.id,
      kind: row.kind,
      providerRequestId: row.provider_request_id,
      status: row.status,
      charged: row.settled,
      cause: row.error_code ?? undefined,
    },
    'generation ended',
  );
}

function endWithStep({ db }: FinalizeDeps, ending: Ending, inSameTransaction: TransactionStep) {
  return inTransaction(db, async (on) => {
    const ended = await markGenerationEnded(on, ending);
    if (ended) await inSameTransaction(on);
    return ended;
  });
}

type Condition = Pick<Ending, 'ifRevision'>;

/** Ends a generation as failed and releases the whole hold. Users see `reason`; `detail` is for operators only. */
export async function finalizeAsFailed(
  deps: FinalizeDeps,
  { id: generationId }: Pick<GenerationRow, 'id'>,
  failure: NonNullable<Ending['error']>,
  condition?: Condition,
): Promise<Finalized | undefined> {
  if (toErrorCode(failure.code).isReportable) {
    deps.log.error({ generationId, cause: failure.code, detail: failure.detail }, 'generation failed');
  }
  const ending = { generationId, status: 'failed', chargeCredits: 0, error: failure } as const;
  return finalizeGeneration(deps, { ...ending, ...condition });
}

/** Ends a generation as cancelled and releases the whole hold. */
export async function finalizeAsCancelled(
  deps: FinalizeDeps,
  { id: generationId }: Pick<GenerationRow, 'id'>,
  condition?: Condition,
): Promise<Finalized | undefined> {
  const ending = { generationId, status: 'cancelled', chargeCredits: 0, error: null } as const;
  return finalizeGeneration(deps, { ...ending, ...condition });
}
