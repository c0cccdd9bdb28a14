import { createHash } from 'node:crypto';
import { acceptProviderEvent, type GenerationRow } from '@atelier/db';
import type { FalRequest } from '@atelier/fal';
import { enqueueFinish, type NotifyDeps, notifyChange } from '@atelier/generations';
import type { WorkerDeps } from '../deps.ts';

export type AcceptDeps = NotifyDeps & Pick<WorkerDeps, 'producer' | 'outboxCleaner' | 'log'>;

export function toRequest(row: GenerationRow): FalRequest | undefined {
  return row.provider_request_id === null
    ? undefined
    : { endpoint: row.provider_endpoint, requestId: row.provider_request_id };
}

/** A poll found the end: from here on it is handled like a webhook whose result still has to be fetched. */
export async function acceptPolledResult(
  deps: AcceptDeps,
  row: GenerationRow,
  request: FalRequest,
): Promise<undefined> {
  const accepted = await acceptProviderEvent(deps.db.pool, {
    generationId: row.id,
    attempt: row.attempt,
    providerRequestId: request.requestId,
    kind: 'poll',
    bodySha256: createHash('sha256').update(`run ${row.watch_run}`).digest(),
    result: null,
    error: null,
  });
  if (!accepted) return undefined;
  await notifyChange(deps, accepted);
  await enqueueFinish(deps, accepted);
  return undefined;
}
