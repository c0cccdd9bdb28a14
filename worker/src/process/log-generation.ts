import type { GenerationRow } from '@atelier/db';
import { addLogContext, withLogContext } from '@atelier/log';

type Named = Pick<GenerationRow, 'id' | 'api_request_id' | 'provider_request_id'>;

/** From here on every line of this job names the generation, the request that made it, and fal's own id of it. */
export function logGeneration(row: Named): void {
  addLogContext(namesOf(row));
}

/** The same for one of several generations that a job works on. */
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
