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
