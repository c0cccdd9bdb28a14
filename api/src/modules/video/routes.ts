import { findKindOfMedium } from '@atelier/catalog';
import {
  AppError,
  historyQuery,
  type PublicGeneration,
  type VideoHistoryRow,
  videoHistoryReply,
} from '@atelier/contract';
import type { Api, RouteDeps } from '../../api.ts';
import { addCreationRoute } from '../generations/creation-route.ts';
import { addHistoryRoutes } from '../generations/history-routes.ts';

export function videoRoutes(api: Api, deps: RouteDeps): void {
  const tags = ['video'];

  addCreationRoute(api, deps, {
    path: '/api/wan/createVideo',
    tags,
    summary: 'Create a video',
    findKind: ({ video_generation_type: type }) =>
      findKindOfMedium('video', type) ?? new AppError('invalid_video_generation_type'),
  });

  addHistoryRoutes(api, deps, {
    medium: 'video',
    path: '/api/video-generation',
    tags,
    summaries: { history: 'List your videos, newest first', delete: 'Delete a video and its files' },
    query: historyQuery,
    reply: videoHistoryReply,
    toRows: (found) => found.map(({ generation }) => toRow(generation)),
  });
}

function toRow(generation: PublicGeneration): VideoHistoryRow {
  const [video] = generation.outputs;
  const imageUrl = generation.input.image_url;
  return {
    id: generation.id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    duration: video?.duration_seconds ?? null,
    width: video?.width ?? generation.width,
    height: video?.height ?? generation.height,
    fps: video?.fps ?? null,
    model: generation.model,
    status: generation.status,
    video_url: video?.url ?? null,
    image_url: typeof imageUrl === 'string' ? imageUrl : null,
    error_message: generation.error?.message ?? null,
    created_at: generation.created_at,
    generation,
  };
}
