import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isKnownApp, readApp } from '../endpoints/index.ts';
import { createJob, type Job } from '../job.ts';
import { runJob } from '../job-life.ts';
import { readTerms } from '../lifetime/read-terms.ts';
import type { Scenario } from '../scenarios.ts';
import { answerModel, findTrouble, lockedDetail } from '../sickness/answer-as-sick.ts';
import { findPosition, requestUrls } from '../status-body.ts';
import { beginCall, sendOutcome, tearDown } from './begin-call.ts';

const busyTimes = 2;

type SubmitRequest = FastifyRequest<{ Params: { '*': string }; Querystring: { fal_webhook?: string } }>;

/** POST of a full endpoint id: queues a job. Like fal, it validates the input only when the job runs. */
export function submitRoute(app: FastifyInstance, context: Context): void {
  app.post('/queue.fal.run/*', async (request: SubmitRequest, reply) => {
    const endpointId = request.params['*'];
    const webhookUrl = request.query.fal_webhook;
    const job = acceptJob(context, request, { endpointId, webhookUrl });
    const noted = { endpointId, requestId: job.requestId, input: request.body, webhookUrl };
    if (!beginCall(context, 'submit', request, reply, noted)) return reply;
    if (!isKnownApp(readApp(endpointId))) {
      return reply.code(404).send({ detail: `Application '${readApp(endpointId)}' not found` });
    }
    if (answerModel(findTrouble(context.sickness, job), reply) || isRefused(context, job, reply))
      return reply;
    context.jobs.set(job.requestId, job);
    const life = runJob(context, job);
    if (job.scenarios.has('early')) await life;
    if (job.scenarios.has('lost')) {
      tearDown(reply);
      return reply;
    }
    return {
      status: 'IN_QUEUE',
      request_id: job.requestId,
      gateway_request_id: job.requestId,
      ...requestUrls(context, job),
      queue_position: findPosition(context, job),
    };
  });
}

type Address = Pick<Job, 'endpointId' | 'webhookUrl'>;

/** A job on the terms of its headers: with a fallback, unless they forbid it, another model makes the result. */
function acceptJob({ clock, sickness }: Context, { headers, body }: FastifyRequest, address: Address): Job {
  const terms = readTerms(headers, clock.nowMs());
  const servedFrom = terms.allowsFallback ? sickness.fallbacks.get(address.endpointId) : undefined;
  return createJob({ ...address, input: body, terms, servedFrom });
}

/** The first submissions of a prompt are refused, so that one prompt cannot stand for an account that stays locked. */
function isRefused({ refusals }: Context, { scenarios, prompt }: Job, reply: FastifyReply): boolean {
  const isFirst = (word: Scenario, times: number) => {
    if (!scenarios.has(word)) return false;
    const earlier = refusals.get(`${word} ${prompt}`) ?? 0;
    refusals.set(`${word} ${prompt}`, earlier + 1);
    return earlier < times;
  };
  if (isFirst('refuse', 1)) reply.code(403).send({ detail: lockedDetail });
  else if (isFirst('busy', busyTimes))
    reply.code(503).send({ detail: 'No runner is free', error_type: 'runner_scheduling_failure' });
  else return false;
  return true;
}

/** POST to fal.run: the same model without the queue; answers when the job ends. */
export function runRoute(app: FastifyInstance, context: Context): void {
  app.post('/fal.run/*', async (request: FastifyRequest<{ Params: { '*': string } }>, reply) => {
    const endpointId = request.params['*'];
    const job = acceptJob(context, request, { endpointId, webhookUrl: undefined });
    const noted = { endpointId, requestId: job.requestId, input: request.body };
    if (!beginCall(context, 'run', request, reply, noted)) return reply;
    if (!job.endpoint) return reply.code(404).send({ detail: `Application '${endpointId}' not found` });
    if (answerModel(findTrouble(context.sickness, job), reply)) return reply;
    reply.raw.on('close', () => job.abort.abort(new Error('The client went away')));
    await runJob(context, job);
    if (!job.outcome)
      return reply.code(499).send({ detail: 'Client disconnected', error_type: 'client_disconnected' });
    return sendOutcome(reply, job, job.outcome);
  });
}
