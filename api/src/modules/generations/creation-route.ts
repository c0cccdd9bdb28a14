import { findKind, type Kind } from '@atelier/catalog';
import {
  AppError,
  type CreateReply,
  createGenerationBody,
  createReply,
  submissionBody,
} from '@atelier/contract';
import { toPublicGeneration, withLinePositions } from '@atelier/db';
import type * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { maxSubmissionBytes } from '../../plugins/bounds.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { submissionOrigin } from './read-submission.ts';
import { type SubmitRequest, submitGeneration } from './submit-generation.ts';

type Body = Readonly<Record<string, unknown>>;

type Creation<Sent extends Body> = {
  path: string;
  tags: string[];
  summary: string;
  description?: string;
  body: z.ZodMiniType<Sent>;
  /** Translates names: which kind the body means, and where its fields are. */
  toRequest: (body: Sent) => Omit<SubmitRequest, 'origin' | 'inSameTransaction'>;
  /** Extends the reply; unchanged when absent. */
  extend?: { reply: z.ZodMiniType; toReply: (reply: CreateReply) => object };
};

/** A route that submits a generation. Every one of them replies alike. */
function addRoute<Sent extends Body>(
  api: Api,
  deps: RouteDeps,
  { path, body, toRequest, extend, ...described }: Creation<Sent>,
): void {
  const reply: z.ZodMiniType = extend?.reply ?? createReply;
  api.post(
    path,
    {
      bodyLimit: maxSubmissionBytes,
      config: { ...createLimit(deps.env).config, keyScopes: ['generate'] },
      schema: { ...described, body, response: { 200: reply } },
    },
    async (request) => {
      const { generation: accepted, leftCredits } = await submitGeneration(deps, signedIn(request), {
        // Fastify's types do not follow a schema that is a parameter.
        ...toRequest(request.body as Sent),
        origin: submissionOrigin(request),
      });
      const [row = accepted] = await withLinePositions(deps.db.pool, [accepted]);
      const generation = toPublicGeneration({ generation: row, outputs: [] }, deps.mediaUrl);
      const created = {
        id: generation.id,
        request_id: generation.request_id,
        status: generation.status === 'waiting' ? 'waiting' : 'pending',
        credits: { cost: generation.credits.cost, left_credits: leftCredits },
        generation,
      };
      return extend ? extend.toReply(created) : created;
    },
  );
}

/** The call for every kind. */
export function creationRoute(api: Api, deps: RouteDeps): void {
  addRoute(api, deps, {
    path: '/api/generations',
    tags: ['generations'],
    summary: 'Create a generation of any kind',
    description:
      '`kind` is the id of a model and `input` has its fields; an id that is none is an issue at `kind`, problems of the input are at `input.…`. The fields beside these are those of every submission, and others have no effect. The calls of the media create the same generations, and a `request_id` means the same in all of them.',
    body: createGenerationBody,
    toRequest: ({ kind, input, ...fields }) => ({
      kind: findKind(kind) ?? { names: [kind] },
      input,
      fields,
      inputPath: 'input',
    }),
  });
}

type MediumCreation = Omit<Creation<Body>, 'body' | 'toRequest'> & {
  /** The kind that the fields name, or the refusal of a call whose fields name none. */
  findKind: (body: Body) => Kind | AppError;
};

/** The call of a medium, which names the kind in fields of its own, beside all others. */
export function addCreationRoute(api: Api, deps: RouteDeps, { findKind, ...creation }: MediumCreation): void {
  const toRequest = (body: Body) => {
    const found = findKind(body);
    const { video_generation_type, audio_generation_type, text_generation_type, model, model_name } = body;
    const names = [video_generation_type, audio_generation_type, text_generation_type, model, model_name];
    const kind = found instanceof AppError ? { names, refusal: found } : found;
    return { kind, input: body, fields: body };
  };
  addRoute(api, deps, { ...creation, body: submissionBody, toRequest });
}
