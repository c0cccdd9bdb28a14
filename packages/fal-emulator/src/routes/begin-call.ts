import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../call-log.ts';
import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import type { Outcome } from '../model-failure.ts';
import { answerAccount, answerOutage } from '../sickness/answer-as-sick.ts';

const notedHeaders = [
  'authorization',
  'user-agent',
  'x-fal-queue-priority',
  'x-fal-runner-hint',
  'x-fal-request-timeout',
  'x-fal-object-lifecycle-preference',
  'x-fal-object-lifecycle',
  'x-fal-store-io',
  'x-fal-no-retry',
  'x-app-fal-disable-fallback',
];

type Noted = { endpointId?: string; requestId?: string; input?: unknown; webhookUrl?: string };

/**
 * The start of every call: logs it, checks its key and applies a planned fault. Returns false when the call has
 * already been answered or its connection closed.
 */
export function beginCall(
  context: Context,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  noted: Noted = {},
): boolean {
  const headers = Object.fromEntries(
    notedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, name === 'authorization' ? 'Key …' : value]] : [];
    }),
  );
  context.calls.record({ operation, atMs: Date.now(), path: request.url, headers, ...noted });
  // Uploads are read by the models, whose own network has no outage.
  if (!request.url.startsWith('/uploads/') && answerOutage(context.sickness, reply)) return false;
  const fault = context.calls.takeFault(operation);
  if (fault?.reset) {
    tearDown(reply);
    return false;
  }
  if (fault) {
    reply
      .code(fault.status ?? 500)
      .send(fault.body ?? { detail: 'Injected fault', error_type: 'internal_error' });
    return false;
  }
  const isPublic = operation === 'file';
  if (isPublic) return true;
  if (hasKey(request)) return !answerAccount(context.sickness.account, operation, reply);
  const detail = request.headers.authorization
    ? 'No user found for Key ID and Secret'
    : 'Authentication is required to access this application';
  reply.code(401).send({ detail });
  return false;
}

/** Any key is valid except "bad"; the scheme must be fal's. */
function hasKey({ headers }: FastifyRequest): boolean {
  const key = /^Key (.+)$/.exec(headers.authorization ?? '')?.[1]?.trim();
  return key !== undefined && key !== '' && key !== 'bad';
}

/** Closes the connection without an answer, like a network failure. */
export function tearDown(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

/** Answers with a job's result: the bare model output, or the error body with fal's headers. */
export function sendOutcome(
  reply: FastifyReply,
  { requestId, servedFrom, billedUnits }: Pick<Job, 'requestId' | 'servedFrom' | 'billedUnits'>,
  { status, body, errorType, timeoutType }: Outcome,
) {
  reply.header('x-fal-request-id', requestId);
  if (servedFrom) reply.header('x-fal-served-from', servedFrom);
  if (billedUnits !== undefined) reply.header('x-fal-billable-units', String(billedUnits));
  if (status >= 400) {
    reply.header('x-fal-retryable', String(status >= 500));
    if (errorType) reply.header('x-fal-error-type', errorType);
    if (timeoutType) reply.header('x-fal-request-timeout-type', timeoutType);
  }
  return reply.code(status).send(body);
}
