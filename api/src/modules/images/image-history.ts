import { imageSizes } from '@atelier/catalog';
import type {
  ImageHistoryQuery,
  ImageHistoryReply,
  ImageHistoryRow,
  PublicGeneration,
} from '@atelier/contract';
import { type ImageFilter, listImageHistory, toPublicGeneration, withOutputs } from '@atelier/db';
import type { ApiDeps } from '../../deps.ts';

const dayMs = 86_400_000;
/** No record has it: an unknown size matches nothing and is no error (ruling 23). */
const noSize = { width: 0, height: 0 };

/** An empty text is no filter. A day stands for all of it, in UTC; a moment at the end is included. */
function readImageFilter(query: ImageHistoryQuery): ImageFilter {
  const { mode, model, size, dateStart, dateEnd, onlyFavorites, tags = [] } = query;
  return {
    mode: mode || undefined,
    model: model || undefined,
    size: size ? readSize(size) : undefined,
    createdFrom: dateStart ? new Date(dateStart) : undefined,
    createdBefore: dateEnd ? new Date(Date.parse(dateEnd) + (isDay(dateEnd) ? dayMs : 1)) : undefined,
    isFavorite: onlyFavorites === 'true' || undefined,
    tags: Array.isArray(tags) ? tags : [tags],
  };
}

/** `1024x768`, or a name such as `landscape_4_3`. */
function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(text) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const named = Object.entries(imageSizes).find(([name]) => name === text)?.[1];
  return named ? { width: named[0], height: named[1] } : noSize;
}

function isDay(text: string): boolean {
  return text.length === 'yyyy-mm-dd'.length;
}

/** One page of a user's images. A page past the end is empty, not an error; the stats are of all of them. */
export async function readImageHistory(
  deps: Pick<ApiDeps, 'db' | 'mediaUrl'>,
  userId: string,
  query: ImageHistoryQuery,
): Promise<ImageHistoryReply> {
  const { page, pageSize, search } = query;
  const { rows, total, totals } = await listImageHistory(deps.db, {
    userId,
    page,
    pageSize,
    search: search.trim(),
    filter: readImageFilter(query),
  });
  const full = await withOutputs(deps.db.pool, rows);
  return {
    data: full.map((each) => toImageRow(toPublicGeneration(each, deps.mediaUrl), each.generation.mode ?? '')),
    total,
    page,
    totalPages: Math.ceil(total / pageSize),
    stats: {
      totalGenerated: totals.generated,
      totalCreditsUsed: totals.creditsUsed,
      favoriteCount: totals.favorites,
    },
  };
}

/** The fields of product-2 section 3. Flagged images are black and have no address; the generation says which they are. */
function toImageRow(generation: PublicGeneration, mode: string): ImageHistoryRow {
  const { input, credits } = generation;
  const shown = generation.outputs.filter((output) => output.url !== null && !output.is_flagged);
  const images = shown.flatMap((output) => output.url ?? []);
  const [first] = shown;
  return {
    id: generation.id,
    request_id: generation.request_id,
    prompt: generation.prompt,
    negative_prompt: generation.negative_prompt,
    width: first?.width ?? generation.width,
    height: first?.height ?? generation.height,
    model: generation.model,
    generation_mode: mode,
    quality: textOf(input.image_size),
    steps: numberOf(input.num_inference_steps),
    cfg_scale: numberOf(input.guidance_scale) ?? numberOf(input.cfg_weight),
    seed: numberOf(input.seed),
    style: null,
    number_of_images: numberOf(input.num_images) ?? 1,
    credits: credits.held + credits.settled,
    tags: generation.tags,
    is_favorite: generation.is_favorite,
    is_public: generation.is_public,
    status: generation.status,
    error_message: generation.error?.message ?? null,
    created_at: generation.created_at,
    generated_images: images,
    image_url: images[0] ?? null,
    thumbnail_url: first?.poster_url ?? first?.url ?? null,
    reference_image_url: textOf(input.image_url),
    generation,
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
