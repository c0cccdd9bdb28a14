import { createHash } from 'node:crypto';
import { acceptProviderEvent, type GenerationRow } from '@atelier/db';
import type { FalRequest } from '@atelier/fal';
import { generationJobId } from '@atelier/queue';
import type { WorkerDeps } from '../deps.ts';
import { announce } from './notify.ts';

export function requestOf(row: GenerationRow): FalRequest | undefined {
  return row.provider_request_id === null
    ? undefined
    : { endpoint: row.provider_endpoint, requestId: row.provider_request_id };
}

/** The poll found the end: from here it goes the webhook's way, with a result still to be fetched. */
export async function finishNow(
  deps: WorkerDeps,
  row: GenerationRow,
  request: FalRequest,
): Promise<undefined> {
  const answered = await acceptProviderEvent(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId: request.requestId,
    kind: 'poll',
    bodySha256: createHash('sha256').update(`run ${row.watch_run}`).digest(),
    result: null,
    error: null,
  });
  if (!answered) return undefined;
  await announce(deps, answered);
  const jobId = generationJobId('finish', row.id, row.watch_run);
  await deps.producer.enqueue('finish-generation', { generationId: row.id }, { jobId });
  deps.outboxCleaner.done(`finish:${row.id}`);
  return undefined;
}
