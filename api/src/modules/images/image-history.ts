import { imageSizes } from '@atelier/catalog';
import {
  type ImageHistoryQuery,
  type ImageHistoryRow,
  imageFacetsReply,
  imageHistoryQuery,
  imageHistoryReply,
} from '@atelier/contract';
import { type ImageFilter, listImageFacets, listImageHistory } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { addHistoryList, type FoundGeneration, updatedAt } from '../generations/history-routes.ts';

const tags = ['images'];

export function imageHistoryRoutes(api: Api, deps: RouteDeps): void {
  addHistoryList(api, deps, {
    medium: 'image',
    path: '/api/image-generation',
    tags,
    summaries: { history: 'List your images, newest first, with filters' },
    query: imageHistoryQuery,
    reply: imageHistoryReply,
    async list(request, query) {
      const page = { ...request, filter: readFilter(query) };
      const { rows, total, totals } = await listImageHistory(deps.db, page);
      const stats = {
        totalGenerated: totals.generated,
        totalCreditsUsed: totals.creditsUsed,
        favoriteCount: totals.favorites,
      };
      return { rows, total, more: { stats } };
    },
    toRows: (found) => found.map(toRow),
  });

  api.get(
    '/api/image-generation/facets',
    {
      config: { keyScopes: ['read'] },
      schema: {
        tags,
        summary: 'List the values to filter your images by',
        response: { 200: imageFacetsReply },
      },
    },
    async (request) => listImageFacets(deps.db.pool, signedIn(request).userId),
  );
}

const dayMs = 86_400_000;

/** An empty value is no filter. A day means the whole day, in UTC; the end of a range is inclusive. */
function readFilter(query: ImageHistoryQuery): ImageFilter {
  const { mode, model, size, dateStart, dateEnd, onlyFavorites, tags = [], 'tags[]': more = [] } = query;
  return {
    mode: mode || undefined,
    model: model || undefined,
    size: size ? readSize(size) : undefined,
    createdFrom: dateStart ? new Date(dateStart) : undefined,
    createdBefore: dateEnd ? new Date(Date.parse(dateEnd) + (isDay(dateEnd) ? dayMs : 1)) : undefined,
    isFavorite: onlyFavorites === 'true' || undefined,
    tags: [tags, more].flat(),
  };
}

/** No image has this size, so an unknown one matches nothing and is no error. */
const noSize = { width: 0, height: 0 };

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

/** Images that the safety check flagged are left out; `generation` says which they are. */
function toRow({ generation, row }: FoundGeneration): ImageHistoryRow {
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
    generation_mode: row.mode ?? '',
    image_generation_type: row.mode ?? '',
    feature_type: 'flux1-create',
    generation_params: {
      guidance_scale: numberOf(input.guidance_scale),
      enable_safety_checker:
        typeof input.enable_safety_checker === 'boolean' ? input.enable_safety_checker : null,
      image_strength: numberOf(input.image_strength),
    },
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
    updated_at: updatedAt(generation),
    image_urls: images,
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
