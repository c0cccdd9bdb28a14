import { findKindOfMedium } from '@atelier/catalog';
import {
  AppError,
  type AudioHistoryRow,
  audioHistoryQuery,
  audioHistoryReply,
  defaultAudioType,
} from '@atelier/contract';
import { listReturnedCredits, type ReturnedCredits } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { addCreationRoute } from '../generations/creation-route.ts';
import { addHistoryRoutes, type FoundGeneration } from '../generations/history-routes.ts';
import { audioStatusRoutes, toStatusReply } from './status-routes.ts';

export function audioRoutes(api: Api, deps: RouteDeps): void {
  const tags = ['audio'];

  addCreationRoute(api, deps, {
    path: '/api/wan/createAudio',
    tags,
    summary: 'Create a sound: a soundtrack for a video, a sound effect or music',
    findKind: ({ audio_generation_type: type }) =>
      findKindOfMedium('audio', type ?? defaultAudioType) ?? new AppError('invalid_audio_generation_type'),
  });

  audioStatusRoutes(api, deps);

  addHistoryRoutes(api, deps, {
    medium: 'audio',
    path: '/api/audio-generation',
    tags,
    summaries: { history: 'List your sounds, newest first', delete: 'Delete a sound and its file' },
    query: audioHistoryQuery,
    reply: audioHistoryReply,
    async toRows(found) {
      const ended = found.filter(({ row }) => row.finished_at !== null).map(({ row }) => row.id);
      const returned = ended.length > 0 ? await listReturnedCredits(deps.db.pool, ended) : [];
      const returnedOf = new Map(returned.map((each) => [each.generation_id, each]));
      return found.map((each) => toRow(each, returnedOf.get(each.row.id)));
    },
  });
}

function toRow({ generation, row }: FoundGeneration, returned: ReturnedCredits | undefined): AudioHistoryRow {
  const { video_url: videoUrl } = generation.input;
  const [audio] = generation.outputs;
  return {
    ...toStatusReply(generation),
    id: generation.id,
    prompt: generation.prompt,
    createdAt: generation.created_at,
    inputMediaUrl: typeof videoUrl === 'string' ? videoUrl : null,
    inputMediaType: typeof videoUrl === 'string' ? 'video' : null,
    duration: audio?.duration_seconds ?? null,
    fileSize: audio?.bytes ?? null,
    creditsUsed: generation.credits.cost,
    requestId: generation.request_id,
    creditsRefunded: returned !== undefined,
    refundAmount: returned?.credits ?? null,
    refundedAt: returned?.returned_at.toISOString() ?? null,
    refundReason: returned?.reason ?? null,
    refundAttempts: row.refund_attempts,
  };
}
