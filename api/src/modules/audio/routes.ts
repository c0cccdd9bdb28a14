import { getKind } from '@atelier/catalog';
import {
  audioHistoryQuery,
  audioHistoryReply,
  createAudioBody,
  createReply,
  deleteBody,
  deleteReply,
} from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { createLimit } from '../../plugins/rate-limit.ts';
import { signedIn } from '../auth/session.ts';
import { deleteGeneration } from '../generations/delete-generation.ts';
import { toCreateReply } from '../generations/submission-reply.ts';
import { submissionOrigin } from '../generations/submission-request.ts';
import { submitGeneration } from '../generations/submit-generation.ts';
import { listAudioHistory } from './list-audio-history.ts';
import { audioStatusRoutes } from './status-routes.ts';

export function audioRoutes(api: Api, deps: RouteDeps): void {
  const tags = ['audio'];

  audioStatusRoutes(api, deps);

  api.post(
    '/api/wan/createAudio',
    {
      ...createLimit(deps.env),
      schema: {
        tags,
        summary: 'Make sound for a video',
        body: createAudioBody,
        response: { 200: createReply },
      },
    },
    async (request) => {
      const submitted = await submitGeneration(deps, signedIn(request), {
        kind: getKind('video-to-audio'),
        raw: request.body,
        origin: submissionOrigin(request),
      });
      return toCreateReply(submitted, deps.mediaUrl);
    },
  );

  api.get(
    '/api/audio-generation/history',
    {
      schema: {
        tags,
        summary: 'Own sounds, newest first',
        querystring: audioHistoryQuery,
        response: { 200: audioHistoryReply },
      },
    },
    async (request) => listAudioHistory(deps, signedIn(request).userId, request.query),
  );

  api.delete(
    '/api/audio-generation/delete',
    {
      schema: {
        tags,
        summary: 'Delete a sound and its file',
        body: deleteBody,
        response: { 200: deleteReply },
      },
    },
    async (request) => {
      const { id, deleteFiles = true } = request.body;
      await deleteGeneration(deps, { id, userId: signedIn(request).userId, medium: 'audio', deleteFiles });
      return { success: true as const, id };
    },
  );
}
