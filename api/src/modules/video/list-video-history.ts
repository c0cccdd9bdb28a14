import { inputIssue } from '@atelier/catalog';
import {
  AppError,
  type HistoryQuery,
  type PublicGeneration,
  type VideoHistoryReply,
  type VideoHistoryRow,
} from '@atelier/contract';
import { listHistory, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';

/** One page of a person's videos with the fields of product-1 section 3. A page past the end is empty, not an error. */
export async function listVideoHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  { page, pageSize, search }: HistoryQuery,
): Promise<VideoHistoryReply> {
  assertSearchable(search);
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

/** PostgreSQL takes no NUL in a text. */
function assertSearchable(search: string): void {
  if (!search.includes('\u0000')) return;
  const issues = [inputIssue('search', 'invalid_characters')];
  throw new AppError('invalid_query', { details: { issues } });
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
