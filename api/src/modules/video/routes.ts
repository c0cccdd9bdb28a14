import { findKind } from '@atelier/catalog';
import {
  AppError,
  createReply,
  createVideoBody,
  deleteBody,
  deleteReply,
  historyQuery,
  videoHistoryReply,
} from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { deleteGeneration } from '../generations/delete-generation.ts';
import { toCreateReply } from '../generations/submission-reply.ts';
import { submissionOrigin } from '../generations/submission-request.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { listVideoHistory } from './list-video-history.ts';

export function videoRoutes(api: Api, deps: RouteDeps): void {
  const tags = ['video'];

  api.post(
    '/api/wan/createVideo',
    {
      ...createLimit(deps.env),
      schema: {
        tags,
        summary: 'Submit a video generation',
        body: createVideoBody,
        response: { 200: createReply },
      },
    },
    async (request) => {
      const session = signedIn(request);
      const type = request.body.video_generation_type;
      const kind = typeof type === 'string' ? findKind(type) : undefined;
      if (kind?.medium !== 'video') throw new AppError('invalid_video_generation_type');
      const submitted = await submitGeneration(deps, session, {
        kind,
        raw: request.body,
        origin: submissionOrigin(request),
      });
      return toCreateReply(submitted, deps.mediaUrl);
    },
  );

  api.get(
    '/api/video-generation/history',
    {
      schema: {
        tags,
        summary: 'Own videos, newest first',
        querystring: historyQuery,
        response: { 200: videoHistoryReply },
      },
    },
    async (request) => listVideoHistory(deps, signedIn(request).userId, request.query),
  );

  api.delete(
    '/api/video-generation/delete',
    {
      schema: {
        tags,
        summary: 'Delete a video and its files',
        body: deleteBody,
        response: { 200: deleteReply },
      },
    },
    async (request) => {
      const { id, deleteFiles = true } = request.body;
      await deleteGeneration(deps, { id, userId: signedIn(request).userId, medium: 'video', deleteFiles });
      return { success: true as const, id };
    },
  );
}
