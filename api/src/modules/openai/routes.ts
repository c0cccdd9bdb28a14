// OpenAI's calls for pictures, for programs that are written for these. Models, fields, credits and refusals are our own.
import { buffer } from 'node:stream/consumers';
import { findFamily, type Kind, listKinds } from '@atelier/catalog';
import { findModelFailure, type GenerationRow, listKindClosures, withOutputs } from '@atelier/db';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api, RouteDeps } from '../../api.ts';
import { maxSubmissionBytes } from '../../plugins/bounds.ts';
import { notAnObject } from '../../plugins/errors.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { refuseLocked } from '../auth/guards.ts';
import { signedIn } from '../auth/session.ts';
import { createRuns, type Runs, watchGenerations } from '../fal-proxy/direct-runs.ts';
import { submissionOrigin } from '../generations/read-submission.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { discardForm, receiveForm } from './receive-form.ts';
import { answerErrorsAsOpenAi, sendOpenAiError } from './send-openai-error.ts';
import { type EditFiles, findImageKind, type ImageFormat, readFormat, toInput } from './to-input.ts';

type Body = Readonly<Record<string, unknown>>;
type OpenAiDeps = RouteDeps & { runs: Runs };

/** Lifetime of addresses of results, the same as OpenAI's. */
const linkSeconds = 3_600;
/** The catalog names no day on which a model came. */
const created = 0;

export async function openAiRoutes(api: Api, deps: RouteDeps): Promise<void> {
  await api.register(async (group) => {
    const own = { ...deps, runs: createRuns(group, deps, watchGenerations(deps)) };
    answerErrorsAsOpenAi(group);
    modelRoutes(group as Api, deps);
    const config = { ...createLimit(deps.env).config, keyScopes: ['generate'] as const };
    const options = { bodyLimit: maxSubmissionBytes, config, schema: { hide: true } };
    group.post('/v1/images/generations', options, async (request, reply) => {
      const { body } = request;
      if (typeof body !== 'object' || body === null || Array.isArray(body)) throw notAnObject();
      const started = await submit(own, request, { task: 'generations', body: body as Body });
      const canJoin = submissionOrigin(request).idempotencyKey !== undefined;
      return answer(own, request, reply, { ...started, canJoin });
    });
    group.all(
      '/v1/*',
      { config: { keyScopes: [] }, schema: { hide: true } },
      async ({ method, url }, reply) => {
        const message = `${method} ${url} is not offered here: of OpenAI’s calls there are models, images/generations and images/edits`;
        return sendOpenAiError(reply, { status: 404, message, code: 'not_found' });
      },
    );
    await group.register(async (forms) => {
      forms.removeAllContentTypeParsers();
      await forms.register(multipart, { throwFileSizeLimit: false });
      const edits = { config, onRequest: refuseLocked, schema: { hide: true } };
      forms.post('/v1/images/edits', edits, (request, reply) => edit(own, request, reply));
    });
  });
}

function modelRoutes(api: Api, { db }: Pick<RouteDeps, 'db'>): void {
  const options = { config: { keyScopes: [] }, schema: { hide: true } };
  const listModels = async () => {
    const closures = await listKindClosures(db.pool);
    const closed = new Set(closures.flatMap(({ kind, closed_at }) => (closed_at ? [kind] : [])));
    return listKinds('image')
      .filter(({ id }) => !closed.has(id))
      .map(describeModel);
  };
  api.get('/v1/models', options, async () => ({ object: 'list', data: await listModels() }));
  api.get('/v1/models/:id', options, async (request, reply) => {
    const { id } = request.params as { id: string };
    const model = (await listModels()).find((each) => each.id === id);
    if (model) return model;
    const message = `The model ${id} is not offered here`;
    return sendOpenAiError(reply, { status: 404, message, code: 'model_not_found', param: 'model' });
  });
}

function describeModel({ id }: Kind) {
  return { id, object: 'model', created, owned_by: findFamily(id)?.family.maker ?? 'atelier' };
}

async function edit(deps: OpenAiDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = await receiveForm(deps, request, signedIn(request).userId);
  const toUrl = (key: string) => deps.mediaAddresses.formatAbsoluteUrl(key);
  const files = { images: form.images.map(toUrl), mask: form.mask && toUrl(form.mask) };
  const submitted = submit(deps, request, { task: 'edits', body: form.fields, files });
  const started = await submitted.catch(async (error: unknown) => {
    await discardForm(deps, form);
    throw error;
  });
  // A form that is sent again has other files: it is refused by its key, and joins nothing.
  return answer(deps, request, reply, { ...started, canJoin: false });
}

type Asked = { task: 'generations' | 'edits'; body: Body; files?: EditFiles };

/** The new generation, and how its pictures are to be sent. */
type Started = { id: string; format: ImageFormat };

/** Throws what `submitGeneration` throws, and validation_failed. */
async function submit(deps: OpenAiDeps, request: FastifyRequest, asked: Asked): Promise<Started> {
  const { task, body, files } = asked;
  const format = readFormat(body);
  const kind = findImageKind(body, task);
  const input = toInput(kind, body, files);
  const origin = submissionOrigin(request);
  const { generation } = await submitGeneration(deps, signedIn(request), { kind, input, fields: {}, origin });
  return { id: generation.id, format };
}

async function answer(
  deps: OpenAiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, format, canJoin }: Started & { canJoin: boolean },
): Promise<FastifyReply> {
  const row = await deps.runs.wait(reply, { userId: signedIn(request).userId, id, canJoin });
  if (row.finished_at) return sendResult(deps, reply, row, format);
  const message = `This takes longer than a call may wait: the result will be at GET /api/generations/${id}`;
  return sendOpenAiError(reply, { status: canJoin ? 504 : 400, message, code: 'in_progress' }, canJoin);
}

async function sendResult(
  { db, store }: OpenAiDeps,
  reply: FastifyReply,
  row: GenerationRow,
  format: ImageFormat,
): Promise<FastifyReply> {
  const failure = findModelFailure(row);
  if (failure) {
    const { status, message, code } = failure;
    return sendOpenAiError(reply, { status: status === 499 ? 400 : status, message, code });
  }
  const [own] = await withOutputs(db.pool, [row]);
  const keys = (own?.outputs ?? []).flatMap(({ storage_key }) => storage_key ?? []);
  const data = await Promise.all(
    keys.map(async (key) =>
      format === 'url'
        ? { url: await store.presignGet(key, { expiresSeconds: linkSeconds }) }
        : { b64_json: (await buffer(store.read(key))).toString('base64') },
    ),
  );
  return reply.send({ created: Math.floor((row.finished_at?.getTime() ?? 0) / 1_000), data });
}
