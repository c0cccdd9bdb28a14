import { falCancelReply, falResult, falStatus, falSubmitReply } from '@atelier/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { maxFollowed, maxSubmissionBytes } from '../../plugins/bounds.ts';
import { createLimit, presignLimit } from '../../plugins/rate-limit.ts';
import { answerFalCall, type FalDeps } from './answer-fal-call.ts';
import { createRuns, watchGenerations } from './direct-runs.ts';
import { createHeldStatuses } from './held-statuses.ts';
import { isUpload, proxyPath, runPath } from './read-fal-call.ts';
import { answerErrorsAsFal } from './send-fal-error.ts';
import { createStatusStreams } from './status-streams.ts';

const tags = ['fal'];
const app = z.object({ owner: z.string(), app: z.string() });
const ofRequest = z.object({ owner: z.string(), app: z.string(), request_id: z.string() });
const atRequest = `${proxyPath}/:owner/:app/requests/:request_id`;
const following = { keyScopes: ['generate', 'read'], isFollowing: true } as const;
/** A client that gives up waiting cancels everything that it follows. */
const cancelling = { keyScopes: ['generate'], isFollowing: true } as const;
/** The client initiates its uploads at the address of its submissions, and they have a limit of their own. */
const submitting = ({ env }: FalDeps) => ({
  ...createLimit(env).config,
  otherLimit: {
    isMeant: ({ headers }: FastifyRequest) => isUpload(headers['x-fal-target-url']?.toString()),
    limit: presignLimit(env).config.limit,
  },
  keyScopes: ['generate'] as const,
});
const statusQuery = z.object({ logs: z.optional(z.enum(['0', '1'])) });

/**
 * fal's queue protocol over our own submissions, for the unmodified client of fal with this address as its proxy.
 * Nothing is passed on to fal: models, fields, owners and credits are our own (docs/fal-client.md).
 */
export async function falProxyRoutes(api: Api, deps: RouteDeps): Promise<void> {
  await api.register(async (fal) => {
    const watches = watchGenerations(deps);
    const streams = createStatusStreams(watches, { maxPerUser: maxFollowed(deps.env) });
    const held = createHeldStatuses(watches);
    fal.addHook('preClose', async () => {
      streams.close();
      held.close();
    });
    answerErrorsAsFal(fal);
    acceptEmptyBodies(fal);
    const own = { ...deps, streams, held, runs: createRuns(fal, deps, watches) };
    addClientRoutes(fal, own);
    addPathRoutes(fal, own);
    addRunRoutes(fal, own);
  });
}

/** The calls of fal's client, with the target in a header, and every path that is not described below. */
function addClientRoutes(fal: FastifyInstance, deps: FalDeps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerFalCall(deps, request, reply);
  const schema = { hide: true };
  for (const url of [proxyPath, `${proxyPath}/*`]) {
    fal.post(url, { bodyLimit: maxSubmissionBytes, config: submitting(deps), schema }, answer);
    fal.get(url, { config: following, schema }, answer);
    fal.put(url, { config: cancelling, schema }, answer);
  }
}

/** The same calls at paths of their own: replies refer to these, and programs without fal's client use them. */
function addPathRoutes(fal: FastifyInstance, deps: FalDeps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerFalCall(deps, request, reply);
  const submission = {
    tags,
    summary: 'Submit a request to a model, with fal’s id and field names',
    params: app,
    querystring: z.looseObject({ fal_webhook: z.optional(z.string()) }),
    body: z.looseObject({}),
    response: { 200: falSubmitReply },
  };
  const status = { tags, params: ofRequest, querystring: z.looseObject(statusQuery.shape) };
  const atModel = { bodyLimit: maxSubmissionBytes, config: submitting(deps), schema: submission };
  fal.post(`${proxyPath}/:owner/:app`, atModel, answer);
  fal.get(
    `${atRequest}/status`,
    {
      config: following,
      schema: {
        ...status,
        summary: 'Get the status of a request',
        response: { 200: falStatus, 202: falStatus },
      },
    },
    answer,
  );
  fal.get(
    `${atRequest}/status/stream`,
    {
      config: following,
      schema: {
        ...status,
        summary: 'Stream the status of a request as server-sent events',
        response: { 200: falStatus },
      },
    },
    answer,
  );
  fal.get(
    atRequest,
    {
      config: following,
      schema: {
        tags,
        params: ofRequest,
        summary: 'Get the result of a request',
        response: { 200: falResult },
      },
    },
    answer,
  );
  const cancellation = { tags, params: ofRequest, summary: 'Cancel a request' };
  fal.put(
    `${atRequest}/cancel`,
    {
      config: cancelling,
      schema: { ...cancellation, response: { 200: falCancelReply, 202: falCancelReply } },
    },
    answer,
  );
}

/** The same models, answered with their result: for programs that know fal.run alone. */
function addRunRoutes(fal: FastifyInstance, deps: FalDeps): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerFalCall(deps, request, reply);
  const atModel = { bodyLimit: maxSubmissionBytes, config: submitting(deps) };
  const schema = {
    tags,
    summary: 'Run a model and wait for its result, with fal’s id and field names',
    description:
      'With an `Idempotency-Key`, the same call joins the run again, also after its connection was cut; without one a run is cancelled when its program goes away, and a video is refused. A run that takes too long goes on: `in_progress`, with 504 when the call has a key and 400 otherwise, names `request_id`, `status_url` and `response_url`.',
    params: app,
    body: z.looseObject({}),
    response: { 200: falResult },
  };
  fal.post(`${runPath}/:owner/:app`, { ...atModel, schema }, answer);
  fal.post(`${runPath}/*`, { ...atModel, schema: { hide: true } }, answer);
}

/** fal's client sends the JSON content type with every request, even a cancellation, which has no body. */
function acceptEmptyBodies(fal: FastifyInstance): void {
  const parse = fal.getDefaultJsonParser('error', 'error');
  fal.removeContentTypeParser('application/json');
  fal.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {});
    else void parse(request, body.toString(), done);
  });
}
