import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { endpoints } from '../endpoints/index.ts';
import { describeModel, listModels, renderModelPage } from '../model-documents.ts';
import { answerOutage } from '../sickness/answer-as-sick.ts';

type SchemaRequest = FastifyRequest<{ Querystring: { endpoint_id?: string } }>;
type ListRequest = FastifyRequest<{ Querystring: { cursor?: string; limit?: string } }>;
type PageRequest = FastifyRequest<{ Params: { '*': string } }>;

/** Serves the documents that fal publishes about its models, without a key: schemas, and pages for language models. */
export function documentRoutes(app: FastifyInstance, context: Context): void {
  const find = (id: string, reply: FastifyReply) => {
    if (answerOutage(context.sickness, reply)) return undefined;
    const change = context.modelChanges.get(id);
    const endpoint = endpoints.get(id);
    if (endpoint && change?.status === undefined) return { endpoint, change };
    reply.code(change?.status ?? 404).send({ detail: 'Not Found' });
    return undefined;
  };
  app.get('/fal.ai/api/openapi/queue/openapi.json', async (request: SchemaRequest, reply) => {
    const found = find(request.query.endpoint_id ?? '', reply);
    return found ? describeModel(found.endpoint, found.change) : reply;
  });
  app.get('/api.fal.ai/v1/models', async (request: ListRequest, reply) => {
    if (answerOutage(context.sickness, reply)) return reply;
    return listModels([...endpoints.values()], context.modelChanges, request.query);
  });
  app.get('/fal.ai/models/*', async (request: PageRequest, reply) => {
    const found = find(request.params['*'].replace(/\/llms\.txt$/, ''), reply);
    return found
      ? reply.type('text/plain; charset=utf-8').send(renderModelPage(found.endpoint, found.change))
      : reply;
  });
}
