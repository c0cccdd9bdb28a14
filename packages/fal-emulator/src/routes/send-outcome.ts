import type { FastifyReply } from 'fastify';
import type { Outcome } from '../model-failure.ts';

/** Answers with a job's result: the bare model output, or the error body with fal's headers (fal.md 1.4). */
export function sendOutcome(reply: FastifyReply, requestId: string, { status, body, errorType }: Outcome) {
  reply.header('x-fal-request-id', requestId);
  if (status < 400) reply.header('x-fal-billable-units', '1');
  else {
    reply.header('x-fal-retryable', String(status >= 500));
    if (errorType) reply.header('x-fal-error-type', errorType);
  }
  return reply.code(status).send(body);
}
