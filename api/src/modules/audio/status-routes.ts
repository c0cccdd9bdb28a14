import {
  type AudioStatusReply,
  audioStatusQuery,
  audioStatusReply,
  type GenerationStage,
  type PublicGeneration,
  updateAudioStatusBody,
  updateAudioStatusReply,
} from '@atelier/contract';
import { getGenerationStatus, toPublicGeneration } from '@atelier/db';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { isUnchanged } from '../media/etag.ts';

const tags = ['audio'];
const medium = 'audio' as const;

export function audioStatusRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/audio-generation/status',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true, failure: 'Failed to fetch task status' },
      schema: {
        tags,
        summary: 'Get the status of a soundtrack; 304 while it has not changed',
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

  // Only the provider's own answer changes a generation; what a browser reports about it is ignored.
  api.post(
    '/api/wan/updateAudioStatus',
    {
      config: { keyScopes: ['generate', 'read'], isFollowing: true, failure: 'Failed to fetch task status' },
      schema: {
        tags,
        summary: 'Get the status of a soundtrack (kept for old clients; changes nothing)',
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

const progressMessages: Readonly<Record<GenerationStage, string | null>> = {
  waiting: 'Waiting for a place in your line',
  reserved: 'Waiting to be sent to the model',
  queued: 'Waiting in the queue',
  generating: 'Generating audio',
  saving: 'Saving the result',
  cancelling: 'Cancelling',
  done: null,
};

export function toStatusReply(generation: PublicGeneration): AudioStatusReply {
  const { status, progress } = generation;
  return {
    status,
    audioUrl: generation.outputs[0]?.url ?? null,
    errorMessage: generation.error?.message ?? null,
    progressMessage: progressMessages[progress.stage],
    progressPercentage: status === 'completed' ? 100 : (progress.percent ?? 0),
    generation,
  };
}
