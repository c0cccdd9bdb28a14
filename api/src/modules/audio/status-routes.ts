import {
  audioStatusQuery,
  audioStatusReply,
  updateAudioStatusBody,
  updateAudioStatusReply,
} from '@atelier/contract';
import { getGenerationStatus, toPublicGeneration } from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { isUnchanged } from '../media/etag.ts';
import { toStatusReply } from './present-audio.ts';

const tags = ['audio'];
const medium = 'audio' as const;

export function audioStatusRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/audio-generation/status',
    {
      schema: {
        tags,
        summary: 'How far a sound is; 304 when it has not changed',
        querystring: audioStatusQuery,
        response: { 200: audioStatusReply, 304: z.null() },
      },
    },
    async (request, reply) => {
      const wanted = { id: request.query.record_id, userId: signedIn(request).userId, medium };
      const found = await getGenerationStatus(deps.db.pool, wanted);
      if (isUnchanged(request, reply, found.generation)) return reply.status(304).send(null);
      return toStatusReply(toPublicGeneration(found, deps.mediaUrl));
    },
  );

  // The record changes by the provider's own answer (ruling 1): what a browser says has happened has no effect.
  api.post(
    '/api/wan/updateAudioStatus',
    {
      schema: {
        tags,
        summary: 'Kept for old clients: answers what the record says and changes nothing',
        body: updateAudioStatusBody,
        response: { 200: updateAudioStatusReply },
      },
    },
    async (request) => {
      const id = request.body.request_id;
      const wanted = { id, userId: signedIn(request).userId, medium };
      const found = await getGenerationStatus(deps.db.pool, wanted);
      return { success: true as const, id, ...toStatusReply(toPublicGeneration(found, deps.mediaUrl)) };
    },
  );
}
