import type { HistoryQuery, PublicGeneration, VideoHistoryReply, VideoHistoryRow } from '@atelier/contract';
import { listHistory, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';

/** One page of a user's videos with the fields of product-1 section 3. A page past the end is empty, not an error. */
export async function listVideoHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  { page, pageSize, search }: HistoryQuery,
): Promise<VideoHistoryReply> {
  const { rows, total } = await listHistory(deps.db, {
    userId,
    medium: 'video',
    page,
    pageSize,
    search: search.trim(),
  });
  const full = await withOutputs(deps.db.pool, rows);
  return {
    data: full.map((each) => toHistoryRow(toPublicGeneration(each, deps.mediaUrl))),
    total,
    page,
    totalPages: Math.ceil(total / pageSize),
  };
}

function toHistoryRow(generation: PublicGeneration): VideoHistoryRow {
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
