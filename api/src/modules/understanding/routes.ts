import { getKind } from '@atelier/catalog';
import {
  createUnderstandingBody,
  createUnderstandingReply,
  deleteBody,
  deleteReply,
  historyQuery,
  understandingHistoryReply,
  understandingStatusQuery,
  understandingStatusReply,
} from '@atelier/contract';
import { getGenerationStatus, toPublicGeneration } from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { deleteGeneration } from '../generations/delete-generation.ts';
import { toCreateReply } from '../generations/submission-reply.ts';
import { submissionOrigin } from '../generations/submission-request.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { isUnchanged } from '../media/etag.ts';
import { listUnderstandingHistory } from './list-understanding-history.ts';
import { toStatusReply } from './present-analysis.ts';

const tags = ['understanding'];

export function understandingRoutes(api: Api, deps: RouteDeps): void {
  api.post(
    '/api/image-understanding/create',
    {
      ...createLimit(deps.env),
      schema: {
        tags,
        summary: 'Ask a question about an image',
        body: createUnderstandingBody,
        response: { 200: createUnderstandingReply },
      },
    },
    async (request) => {
      const submitted = await submitGeneration(deps, signedIn(request), {
        kind: getKind('image-understanding'),
        raw: request.body,
        origin: submissionOrigin(request),
      });
      const reply = toCreateReply(submitted, deps.mediaUrl);
      return { ...reply, job_id: reply.id };
    },
  );

  api.get(
    '/api/image-understanding/status',
    {
      schema: {
        tags,
        summary: 'How far an answer is; 304 when it has not changed',
        querystring: understandingStatusQuery,
        response: { 200: understandingStatusReply, 304: z.null() },
      },
    },
    async (request, reply) => {
      const wanted = { id: request.query.job_id, userId: signedIn(request).userId, medium: 'text' as const };
      const found = await getGenerationStatus(deps.db.pool, wanted);
      if (isUnchanged(request, reply, found.generation)) return reply.status(304).send(null);
      return toStatusReply(toPublicGeneration(found, deps.mediaUrl));
    },
  );

  api.get(
    '/api/image-understanding/history',
    {
      schema: {
        tags,
        summary: 'Own questions with their answers, newest first',
        querystring: historyQuery,
        response: { 200: understandingHistoryReply },
      },
    },
    async (request) => listUnderstandingHistory(deps, signedIn(request).userId, request.query),
  );

  api.delete(
    '/api/image-understanding/delete',
    {
      schema: {
        tags,
        summary: 'Delete a question and its answer',
        body: deleteBody,
        response: { 200: deleteReply },
      },
    },
    async (request) => {
      const { id, deleteFiles = true } = request.body;
      await deleteGeneration(deps, { id, userId: signedIn(request).userId, medium: 'text', deleteFiles });
      return { success: true as const, id };
    },
  );
}
