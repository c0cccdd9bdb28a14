import type { FastifyReply } from 'fastify';
import type { Operation } from '../call-log.ts';
import type { Job } from '../job.ts';
import { type Outcome, serverError } from '../model-failure.ts';
import type { AccountState, ModelTrouble, Outage, Sickness } from './sickness.ts';

export const lockedDetail =
  'User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.';

const postOperations: ReadonlySet<Operation> = new Set(['submit', 'run', 'upload']);

/** Answers a call that an outage meets. Returns whether it did. */
export function answerOutage(sickness: Sickness, reply: FastifyReply): boolean {
  const outage = takeOutage(sickness);
  if (outage === undefined) return false;
  if (outage === 'unavailable') {
    sendGatewayPage(reply, 503);
    return true;
  }
  // Silent: the connection stays open until the client or the emulator closes it.
  reply.hijack();
  if (outage === 'refuse') reply.raw.socket?.destroy();
  return true;
}

function takeOutage({ outage, flapping }: Sickness): Outage | undefined {
  if (!flapping) return outage;
  const place = flapping.calls % (flapping.goodCalls + flapping.badCalls);
  flapping.calls += 1;
  return place < flapping.goodCalls ? undefined : flapping.outage;
}

/** Answers a call of an account that fal refuses. What runs goes on, and can be read and cancelled, while it is locked. */
export function answerAccount(account: AccountState, operation: Operation, reply: FastifyReply): boolean {
  if (account === 'wrong-key') {
    reply.code(401).send({ detail: 'No user found for Key ID and Secret' });
    return true;
  }
  if (account !== 'locked' || !postOperations.has(operation)) return false;
  reply.code(403).send({ detail: lockedDetail });
  return true;
}

/** Answers the submission of a model that takes none. Returns whether it did. */
export function answerModel(trouble: ModelTrouble | undefined, reply: FastifyReply): boolean {
  if (trouble === 'down') {
    reply.code(503).send({ detail: 'No runner is free', error_type: 'runner_scheduling_failure' });
    return true;
  }
  if (trouble !== 'gone') return false;
  reply.code(410).send({
    detail: { error: 'EndpointDeprecated', message: 'This endpoint is no longer supported.' },
  });
  return true;
}

/** The trouble of a job's own model, at this moment; none when another one serves it. */
export function findTrouble({ models, fallbacks }: Sickness, job: Job): ModelTrouble | undefined {
  if (job.servedFrom !== undefined) return undefined;
  const trouble = models.get(job.endpointId);
  return trouble ?? (fallbacks.has(job.endpointId) ? 'failing' : undefined);
}

/** The end of a job whose model fails, in place of the one it would have had. */
export function failedOutcome(trouble: ModelTrouble | undefined): Outcome | undefined {
  return trouble === 'failing' ? serverError('Internal server error') : undefined;
}

/** Answers as a server between client and fal: without a body in fal's shape. */
export function sendGatewayPage(reply: FastifyReply, status: 503 | 504): FastifyReply {
  const title = status === 503 ? '503 Service Temporarily Unavailable' : '504 Gateway Time-out';
  const page = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return reply.code(status).type('text/html').send(page);
}
