import type { GenerationRow } from '@atelier/db';
import { addLogContext, withLogContext } from '@atelier/log';

type Named = Pick<GenerationRow, 'id' | 'api_request_id' | 'provider_request_id'>;

/** Adds to every further line of this job: the generation, the request that created it, and fal's request id. */
export function logGeneration(row: Named): void {
  addLogContext(namesOf(row));
}

/** The same around the work on one of several generations. */
export function withGenerationLog<T>(row: Named, work: () => T): T {
  return withLogContext(namesOf(row), work);
}

function namesOf(row: Named) {
  return {
    generationId: row.id,
    requestId: row.api_request_id,
    providerRequestId: row.provider_request_id,
  };
}
