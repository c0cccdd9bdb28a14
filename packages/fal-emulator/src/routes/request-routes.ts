import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '../call-log.ts';
import type { Context } from '../context.ts';
import type { Job } from '../job.ts';
import { cancelJob } from '../job-life.ts';
import { sendGatewayPage } from '../sickness/answer-as-sick.ts';
import { statusBody } from '../status-body.ts';
import { beginCall, sendOutcome } from './begin-call.ts';
import { streamStatus } from './stream-status.ts';

type Request = FastifyRequest<{ Params: { '*': string }; Querystring: { logs?: string } }>;
type Read = (context: Context, job: Job, request: Request, reply: FastifyReply) => unknown;

/** The reads of a request, by the end of the path. `/response` is the newer name of the bare path. */
const reads: Record<string, { operation: Operation; read: Read }> = {
  status: { operation: 'status', read: readStatus },
  'status/stream': {
    operation: 'stream',
    read: (context, job, request, reply) => streamStatus(context, job, request, reply),
  },
  '': { operation: 'result', read: readResult },
  response: { operation: 'result', read: readResult },
};

/** Status, status stream, result and cancellation of a job in the queue. */
export function requestRoutes(app: FastifyInstance, context: Context): void {
  app.get('/queue.fal.run/*', async (request: Request, reply) => {
    const path = parseRequestPath(request.params['*']);
    const target = path && reads[path.rest];
    if (!path || !target) return reply.code(405).send({ detail: 'Method Not Allowed' });
    const requestId = path.requestId;
    if (!beginCall(context, target.operation, request, reply, { requestId })) return reply;
    const job = findJob(context, path);
    if (!job) return reply.code(404).send({ status: 'NOT_FOUND' });
    return target.read(context, job, request, reply);
  });

  app.put('/queue.fal.run/*', async (request: Request, reply) => {
    const path = parseRequestPath(request.params['*']);
    if (path?.rest !== 'cancel') return reply.code(405).send({ detail: 'Method Not Allowed' });
    if (!beginCall(context, 'cancel', request, reply, { requestId: path.requestId })) return reply;
    const job = findJob(context, path);
    if (!job) return reply.code(404).send({ status: 'NOT_FOUND' });
    if (job.phase === 'COMPLETED' || job.isCancelled)
      return reply.code(400).send({ status: 'ALREADY_COMPLETED' });
    cancelJob(context, job);
    return reply.code(202).send({ status: 'CANCELLATION_REQUESTED' });
  });
}

function readStatus(context: Context, job: Job, request: Request, reply: FastifyReply) {
  const body = statusBody(context, job, { isAsked: request.query.logs === '1' });
  return reply.code(job.phase === 'COMPLETED' ? 200 : 202).send(body);
}

function readResult({ sickness }: Context, job: Job, _request: Request, reply: FastifyReply) {
  if (job.phase !== 'COMPLETED' || !job.outcome) {
    return reply.code(400).send({ detail: 'Request is still in progress' });
  }
  if (sickness.resultStatus) return sendGatewayPage(reply, sickness.resultStatus);
  return sendOutcome(reply, job, job.outcome);
}

type RequestPath = { prefix: string; requestId: string; rest: string };

/** Splits `{owner}/{app}[/{more}]/requests/{id}[/{rest}]`. */
function parseRequestPath(path: string): RequestPath | undefined {
  const match = /^(.+)\/requests\/([^/]+)(?:\/(.*))?$/.exec(path);
  const [, prefix, requestId, rest = ''] = match ?? [];
  return prefix && requestId ? { prefix, requestId, rest } : undefined;
}

/** fal accepts both forms of the path: `owner/app` alone, and the full endpoint id. */
function findJob({ jobs }: Context, { prefix, requestId }: RequestPath): Job | undefined {
  const job = jobs.get(requestId);
  return job && (prefix === job.app || prefix === job.endpointId) ? job : undefined;
}
