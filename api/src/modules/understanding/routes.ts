import { findKindOfMedium } from '@atelier/catalog';
import {
  AppError,
  createUnderstandingReply,
  defaultTextType,
  historyQuery,
  type PublicGeneration,
  type UnderstandingHistoryRow,
  type UnderstandingStatusReply,
  understandingHistoryReply,
  understandingStatusQuery,
  understandingStatusReply,
} from '@atelier/contract';
import { getGenerationStatus, toPublicGeneration } from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { addCreationRoute } from '../generations/creation-route.ts';
import { addHistoryRoutes, updatedAt } from '../generations/history-routes.ts';
import { isUnchanged } from '../media/etag.ts';

const tags = ['understanding'];
const medium = 'text' as const;

export function understandingRoutes(api: Api, deps: RouteDeps): void {
  addCreationRoute(api, deps, {
    path: '/api/image-understanding/create',
    tags,
    summary: 'Ask a question about an image, or transcribe a sound or a video',
    findKind: ({ text_generation_type: type }) =>
      findKindOfMedium('text', type ?? defaultTextType) ?? new AppError('invalid_text_generation_type'),
    extend: { reply: createUnderstandingReply, toReply: (reply) => ({ ...reply, job_id: reply.id }) },
  });

  api.get(
    '/api/image-understanding/status',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true, failure: 'Failed to fetch task status' },
      schema: {
        tags,
        summary: 'Get the status of an answer; 304 while it has not changed',
        querystring: understandingStatusQuery,
        response: { 200: understandingStatusReply, 304: z.null() },
      },
    },
    async (request, reply) => {
      const wanted = { id: request.query.job_id, userId: signedIn(request).userId, medium };
      const found = await getGenerationStatus(deps.db.pool, wanted);
      if (isUnchanged(request, reply, found.generation)) return reply.status(304).send(null);
      return toStatusReply(toPublicGeneration(found, deps.mediaUrl));
    },
  );

  addHistoryRoutes(api, deps, {
    medium,
    path: '/api/image-understanding',
    tags,
    summaries: {
      history: 'List your questions with their answers, newest first',
      delete: 'Delete a question and its answer',
    },
    query: historyQuery,
    reply: understandingHistoryReply,
    toRows: (found) => found.map(({ generation }) => toRow(generation)),
  });
}

function toStatusReply(generation: PublicGeneration): UnderstandingStatusReply {
  return {
    job_id: generation.id,
    status: generation.status,
    result: readAnswer(generation),
    error: generation.error?.message ?? null,
    created_at: generation.created_at,
    updated_at: updatedAt(generation),
    generation,
  };
}

function toRow(generation: PublicGeneration): UnderstandingHistoryRow {
  const { image } = generation.input;
  return {
    id: generation.id,
    image_url: typeof image === 'string' ? image : null,
    question: generation.prompt,
    result_text: readAnswer(generation),
    error_message: generation.error?.message ?? null,
    status: generation.status,
    created_at: generation.created_at,
    generation,
  };
}

function readAnswer({ outputs }: PublicGeneration): string | null {
  return outputs[0]?.text ?? null;
}
