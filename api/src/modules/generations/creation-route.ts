import type { Kind } from '@atelier/catalog';
import { type CreateReply, createReply } from '@atelier/contract';
import { toPublicGeneration, withLinePositions } from '@atelier/db';
import type * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { maxSubmissionBytes } from '../../plugins/bounds.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { assertNotRetired } from './new-generation.ts';
import { submissionOrigin } from './submission-request.ts';
import { submitGeneration } from './submit-generation.ts';

type Body = Readonly<Record<string, unknown>>;

type Creation = {
  path: string;
  tags: string[];
  summary: string;
  body: z.ZodMiniType<Body>;
  /** Throws AppError when the body names no kind of this route. */
  findKind: (body: Body) => Kind;
  /** Absent: the reply as it is. */
  extend?: { reply: z.ZodMiniType; toReply: (reply: CreateReply) => object };
};

/** A route that submits a generation. Every one of them replies alike. */
export function addCreationRoute(
  api: Api,
  deps: RouteDeps,
  { path, tags, summary, body, findKind, extend }: Creation,
): void {
  const reply: z.ZodMiniType = extend?.reply ?? createReply;
  api.post(
    path,
    {
      bodyLimit: maxSubmissionBytes,
      config: { ...createLimit(deps.env).config, keyScopes: ['generate'] },
      schema: { tags, summary, body, response: { 200: reply } },
    },
    async (request) => {
      const { generation: accepted, leftCredits } = await submitGeneration(deps, signedIn(request), {
        kind: await kindOf(deps, request.body, findKind),
        raw: request.body,
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

/** Asked only when there is no such kind, so that a submission costs no further query. */
async function kindOf(deps: RouteDeps, body: Body, findKind: Creation['findKind']): Promise<Kind> {
  try {
    return findKind(body);
  } catch (error) {
    const { video_generation_type, audio_generation_type, model, model_name } = body;
    await assertNotRetired(deps, [video_generation_type, audio_generation_type, model, model_name]);
    throw error;
  }
}
