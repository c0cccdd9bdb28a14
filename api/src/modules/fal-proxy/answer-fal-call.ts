import { AppError, type FalSubmitReply, isAppError } from '@atelier/contract';
import { type GenerationRow, toModelAnswer, withOutputs } from '@atelier/db';
import { cancelGeneration } from '@atelier/generations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { maxFollowed } from '../../plugins/bounds.ts';
import { notAnObject } from '../../plugins/errors.ts';
import { signedIn } from '../auth/session.ts';
import { submissionOrigin } from '../generations/read-submission.ts';
import { presignUpload } from '../uploads/presign-upload.ts';
import type { Runs } from './direct-runs.ts';
import type { HeldStatuses } from './held-statuses.ts';
import { type FalCall, readFalCall } from './read-fal-call.ts';
import { sendFalError } from './send-fal-error.ts';
import type { StatusStreams } from './status-streams.ts';
import { assertQuick, submitFromFal } from './submit-from-fal.ts';
import { readApp, toFalStatus, writeLogLines } from './to-fal-status.ts';

/** Lifetime of addresses of files: as long as fal keeps its files, and the longest for which S3 signs one. */
const fileSeconds = 7 * 24 * 3600;

export type FalDeps = RouteDeps & {
  streams: StatusStreams;
  held: HeldStatuses;
  runs: Runs;
};

/** Answers a call of fal's client from the database. No request goes to fal. */
export async function answerFalCall(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = request.headers['x-fal-target-url']?.toString();
  const call = readFalCall({ method: request.method, url: request.url, target });
  if (call.name === 'submit') return submit(deps, request, reply, call);
  if (call.name === 'run') return run(deps, request, reply, call);
  if (call.name === 'upload') {
    const { userId, isLocked } = signedIn(request);
    if (isLocked) throw new AppError('account_locked');
    return reply.send(await initiateUpload(deps, userId, objectIn(request)));
  }
  if (call.name === 'status') return sendStatus(deps, request, reply, call);
  const row = await getOwnRequest(deps, signedIn(request).userId, call);
  reply.header('x-fal-request-id', row.id);
  switch (call.name) {
    case 'stream':
      return sendStream(deps, request, reply, { id: row.id, hasLogs: call.hasLogs });
    case 'result':
      return sendResult(deps, request, reply, row);
    case 'cancel':
      return cancel(deps, request, reply, row.id);
  }
}

async function submit(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Extract<FalCall, { name: 'submit' }>,
): Promise<FastifyReply> {
  const submission = { ...call, body: objectIn(request), origin: submissionOrigin(request) };
  const answer = await submitFromFal(deps, signedIn(request), submission);
  return reply.header('x-fal-request-id', answer.request_id).send(answer);
}

/**
 * Answers with the result itself, as fal.run does, or with its address when that takes too long. A call with an idempotency
 * key can be repeated: it joins the generation of the first one. Without a key nothing leads back to a call that was cut
 * off, and clients send it again: its generation is cancelled.
 */
async function run(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint }: Extract<FalCall, { name: 'run' }>,
): Promise<FastifyReply> {
  const { userId } = signedIn(request);
  const origin = submissionOrigin(request);
  const canJoin = origin.idempotencyKey !== undefined;
  if (!canJoin) assertQuick(endpoint);
  const submission = { endpoint, webhookUrl: undefined, body: objectIn(request), origin };
  const submitted = await submitFromFal(deps, signedIn(request), submission);
  const { request_id: id } = submitted;
  reply.header('x-fal-request-id', id);
  const row = await deps.runs.wait(reply, { userId, id, canJoin });
  return row.finished_at
    ? sendResult(deps, request, reply, row)
    : handOver(request, reply, submitted, canJoin);
}

/** Clients repeat a 504, which is right for a call that joins; another one would be paid twice. */
function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  { request_id, status_url, response_url }: FalSubmitReply,
  canJoin: boolean,
): FastifyReply {
  const message = `Request is still in progress: its result will be at ${response_url}`;
  return sendFalError(request, reply, {
    status: canJoin ? 504 : 400,
    detail: message,
    message,
    errorType: canJoin ? 'request_timeout' : 'bad_request',
    code: 'in_progress',
    isRetryable: canJoin,
    more: { request_id, status_url, response_url },
  });
}

function objectIn({ body }: FastifyRequest): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject();
  return body as Record<string, unknown>;
}

/** A request of another user or another model gets the same answer as one that does not exist. */
async function getOwnRequest(
  deps: FalDeps,
  userId: string,
  { app, requestId }: { app: string; requestId: string },
): Promise<GenerationRow> {
  if (!isUuid(requestId)) throw new AppError('not_found');
  const row = await deps.findGeneration(requestId.toLowerCase());
  if (!row || row.user_id !== userId || row.deleted_at) throw new AppError('not_found');
  const { provider_endpoint: endpoint } = row;
  if (app !== readApp(endpoint) && app !== endpoint) throw new AppError('not_found');
  return row;
}

async function sendStatus(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Extract<FalCall, { name: 'status' | 'stream' }>,
): Promise<FastifyReply> {
  const session = signedIn(request);
  const { userId } = session;
  const { requestId: id, hasLogs } = call;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const readStatus = (row: GenerationRow) =>
    toFalStatus(deps.env.PUBLIC_URL, row, hasLogs ? writeLogLines(row) : null);
  const row = await deps.held.read({
    callerId: session.signedInBy === 'key' ? session.keyId : session.sessionId,
    maxHeldOfCaller: deps.drain.hasBegun ? 0 : countHoldable(deps, request),
    userId,
    id,
    hasLogs,
    read: () => getOwnRequest(deps, userId, call),
    describe(each) {
      const { logs, ...status } = readStatus(each);
      return JSON.stringify([status, logs?.map(({ message }) => message)]);
    },
    signal: gone.signal,
  });
  const status = readStatus(row);
  reply.header('x-fal-request-id', id).status(status.status === 'COMPLETED' ? 200 : 202);
  return reply.send(status);
}

/**
 * How many replies of this caller may be held at a time. None of a browser, which has six connections for all requests of
 * its pages, or of a Cloudflare Worker, which also has six; fal's client opens as many as it needs; other programs have
 * five or more.
 */
function countHoldable({ env }: FalDeps, { session, headers }: FastifyRequest): number {
  if (session?.signedInBy !== 'key' || headers['cf-worker'] !== undefined) return 0;
  return headers['user-agent']?.startsWith('@fal-ai/client/') ? maxFollowed(env) : 2;
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
    id,
    describe(row) {
      const lines = writeLogLines(row).filter(({ message }) => !sent.has(message));
      const status = toFalStatus(deps.env.PUBLIC_URL, row, hasLogs ? lines : null);
      // A waiting status has no log; its lines are sent with the first status that has one.
      if (status.logs) for (const { message } of lines) sent.add(message);
      return status;
    },
  });
  // Otherwise nginx buffers the events.
  return reply.header('x-accel-buffering', 'no').type('text/event-stream').send(stream);
}

async function sendResult(
  deps: FalDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  row: GenerationRow,
): Promise<FastifyReply> {
  if (!row.finished_at) {
    const message = 'Request is still in progress';
    const refusal = { status: 400, detail: message, message, errorType: 'bad_request', code: 'in_progress' };
    return sendFalError(request, reply, refusal);
  }
  const sign = (key: string) => deps.store.presignGet(key, { expiresSeconds: fileSeconds });
  const [own = { generation: row, outputs: [] }] = await withOutputs(deps.db.pool, [row]);
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

/** Addresses for fal's client, which puts the file to `upload_url` and writes `file_url` into its input. */
type FalUploadReply = { upload_url: string; file_url: string };

/**
 * fal's initiation of an upload (docs/fal-client.md), answered by our presigned upload, which checks the file when it is
 * used. The name is left out, because the client makes one up for a Blob. Throws as `presignUpload`.
 */
async function initiateUpload(
  deps: FalDeps,
  userId: string,
  { content_type: declared }: Readonly<Record<string, unknown>>,
): Promise<FalUploadReply> {
  const contentType = typeof declared === 'string' ? declared : '';
  // The client sends these types for a Blob without one. The file's own bytes decide, but only once it has arrived.
  if (contentType === '' || contentType === 'application/octet-stream')
    throw new AppError('unsupported_file', {
      message: "The file has no type: give it one, such as new Blob([bytes], { type: 'image/png' })",
    });
  const { url, public_url } = await presignUpload(deps, userId, { filename: 'upload', contentType });
  return { upload_url: url, file_url: public_url };
}
