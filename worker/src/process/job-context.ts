import type { GenerationRow } from '@atelier/db';
import { addLogContext, withLogContext } from '@atelier/log';
import type { AroundJob } from '@atelier/queue';
import type { Telemetry } from '@atelier/telemetry';

/** Names the job in each of its log lines, and continues the trace of the span that enqueued it. */
export function withJobContext(telemetry: Telemetry): AroundJob {
  return ({ name, jobId, payload, traceParent }, work) =>
    withLogContext({ job: name, jobId, generationId: payload.generationId }, () => {
      const attributes = { 'atelier.job_id': jobId, 'atelier.generation_id': payload.generationId };
      const span = { name: `job ${name}`, kind: 'consumer' as const, attributes, parent: traceParent };
      return telemetry.span(span, ({ traceId }) => {
        addLogContext({ traceId });
        return work();
      });
    });
}

type Named = Pick<GenerationRow, 'id' | 'api_request_id' | 'provider_request_id'>;

/** Adds to every further line of this job: the generation, the request that created it, and fal's request id. */
export function logGeneration(row: Named): void {
  addLogContext(toContext(row));
}

/** The same around the work on one of several generations. */
export function withGenerationLog<T>(row: Named, work: () => T): T {
  return withLogContext(toContext(row), work);
}

function toContext(row: Named) {
  return {
    generationId: row.id,
    requestId: row.api_request_id,
    providerRequestId: row.provider_request_id,
  };
}
