import type { FastifyRequest } from 'fastify';

/** What a request says of a submission beside its body. */
export type SubmissionOrigin = {
  /** The header Idempotency-Key; the same thing as `request_id` in the body (ruling 4). */
  idempotencyKey?: string | undefined;
  /** The request's name in the logs. */
  apiRequestId?: string | undefined;
};

export function submissionOrigin(request: FastifyRequest): SubmissionOrigin {
  return { idempotencyKey: request.headers['idempotency-key']?.toString(), apiRequestId: request.id };
}
