import { AppError, isAppError } from '@atelier/contract';
import { type GenerationWithOutputs, getOwnGeneration, toModelAnswer } from '@atelier/db';
import { cancelGeneration } from '@atelier/generations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { submissionOrigin } from '../generations/submission-request.ts';
import { type FalCall, readFalCall } from './read-fal-call.ts';
import { sendFalError } from './send-fal-error.ts';
import type { StatusStreams } from './status-streams.ts';
import { submitFromFal } from './submit-from-fal.ts';
import { appOf, toFalStatus, writeLogLines } from './to-fal-status.ts';

/** As long as fal keeps its files, and the longest that S3 signs an address for. */
const fileSeconds = 7 * 24 * 3600;

export type FalDeps = RouteDeps & { streams: StatusStreams };

/** Answers a call of fal's client from the database. No request goes to fal. */
export async function answerFalCall(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = request.headers['x-fal-target-url']?.toString();
  const call = readFalCall({ method: request.method, url: request.url, target });
  if (call.name === 'submit') return submit(deps, request, reply, call);
  const own = await getOwnRequest(deps, signedIn(request).userId, call);
  reply.header('x-fal-request-id', own.generation.id);
  switch (call.name) {
    case 'status':
      return sendStatus(deps, reply, own, call.hasLogs);
    case 'stream':
      return sendStream(deps, request, reply, { id: own.generation.id, hasLogs: call.hasLogs });
    case 'result':
      return sendResult(deps, request, reply, own);
    case 'cancel':
      return cancel(deps, request, reply, own.generation.id);
  }
}

async function submit(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Extract<FalCall, { name: 'submit' }>,
): Promise<FastifyReply> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('invalid_json');
  const submission = { ...call, body: body as Record<string, unknown>, origin: submissionOrigin(request) };
  const answer = await submitFromFal(deps, signedIn(request), submission);
  return reply.header('x-fal-request-id', answer.request_id).send(answer);
}

/** A request of another user or another model gets the same answer as one that does not exist. */
async function getOwnRequest(
  deps: FalDeps,
  userId: string,
  { app, requestId }: { app: string; requestId: string },
): Promise<GenerationWithOutputs> {
  if (!isUuid(requestId)) throw new AppError('not_found');
  const own = await getOwnGeneration(deps.db.pool, requestId, userId);
  const { provider_endpoint: endpoint } = own.generation;
  if (app !== appOf(endpoint) && app !== endpoint) throw new AppError('not_found');
  return own;
}

function sendStatus(
  deps: FalDeps,
  reply: FastifyReply,
  { generation: row }: GenerationWithOutputs,
  hasLogs: boolean,
): FastifyReply {
  const status = toFalStatus(deps.env.PUBLIC_URL, row, hasLogs ? writeLogLines(row) : null);
  return reply.status(status.status === 'COMPLETED' ? 200 : 202).send(status);
}

function sendStream(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, hasLogs }: { id: string; hasLogs: boolean },
): FastifyReply {
  const { userId } = signedIn(request);
  const sent = new Set<string>();
  const stream = deps.streams.open({
    userId,
    onChange: (listener) => deps.realtime.onUserMessage(userId, listener),
    async read() {
      const { generation } = await getOwnGeneration(deps.db.pool, id, userId);
      const lines = writeLogLines(generation).filter(({ message }) => !sent.has(message));
      const status = toFalStatus(deps.env.PUBLIC_URL, generation, hasLogs ? lines : null);
      // A waiting status has no log; its lines are sent with the first status that has one.
      if (status.logs) for (const { message } of lines) sent.add(message);
      return status;
    },
    onError: (error) => request.log.warn({ err: error, generationId: id }, 'status stream failed'),
  });
  // Otherwise nginx buffers the events.
  return reply.header('x-accel-buffering', 'no').type('text/event-stream').send(stream);
}

async function sendResult(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  own: GenerationWithOutputs,
): Promise<FastifyReply> {
  if (!own.generation.finished_at) {
    const message = 'Request is still in progress';
    const refusal = { status: 400, detail: message, message, errorType: 'bad_request', code: 'in_progress' };
    return sendFalError(request, reply, refusal);
  }
  const sign = (key: string) => deps.store.presignGet(key, { expiresSeconds: fileSeconds });
  const answer = await toModelAnswer(own, sign);
  return answer.ok ? reply.send(answer.output) : sendFalError(request, reply, answer);
}

async function cancel(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<FastifyReply> {
  try {
    await cancelGeneration(deps, id, signedIn(request).userId);
    return reply.status(202).send({ status: 'CANCELLATION_REQUESTED' });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'already_finished') throw error;
    const { message, code } = error;
    const more = { status: 'ALREADY_COMPLETED' };
    const refusal = { status: 400, detail: message, message, errorType: 'bad_request', code, more };
    return sendFalError(request, reply, refusal);
  }
}
