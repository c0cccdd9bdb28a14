import { imageSizes } from '@atelier/catalog';
import {
  type ImageHistoryQuery,
  type ImageHistoryRow,
  imageFacetsReply,
  imageHistoryQuery,
  imageHistoryReply,
} from '@atelier/contract';
import { countLibraryFacets, type LibraryFilter, listImagePage } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { addHistoryList, type FoundGeneration, updatedAt } from '../generations/history-routes.ts';
import { readSize, readWhen } from '../library/read-filter.ts';

const tags = ['images'];

export function imageHistoryRoutes(api: Api, deps: RouteDeps): void {
  addHistoryList(api, deps, {
    medium: 'image',
    path: '/api/image-generation',
    tags,
    summaries: { history: 'List your images, newest first, with filters' },
    query: imageHistoryQuery,
    reply: imageHistoryReply,
    readFilter,
    async readPage(scope, page) {
      const { totals, ...listed } = await listImagePage(deps.db, scope, page);
      const stats = {
        totalGenerated: totals.generated,
        totalCreditsUsed: totals.creditsUsed,
        favoriteCount: totals.favorites,
      };
      return { ...listed, more: { stats } };
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
    async (request) => {
      const filter = { media: ['image' as const], search: '', zone: 'UTC' };
      const { userId } = signedIn(request);
      const { modes, models, sizes, tags: used } = await countLibraryFacets(deps.db, { userId, filter });
      return { modes, models, sizes, tags: used };
    },
  );
}

/** An empty value is no filter. A day means the whole day, in UTC; the end of a range is inclusive. */
function readFilter(query: ImageHistoryQuery): Partial<LibraryFilter> {
  const { mode, model, size, dateStart, dateEnd, onlyFavorites, tags = [], 'tags[]': more = [] } = query;
  return {
    modes: mode ? [mode] : undefined,
    models: model ? [model] : undefined,
    sizes: size ? [readNamedSize(size)] : undefined,
    from: dateStart ? readWhen(dateStart) : undefined,
    to: dateEnd ? readWhen(dateEnd) : undefined,
    isFavorite: onlyFavorites === 'true' || undefined,
    tags: [tags, more].flat(),
  };
}

/** `1024x768`, or a name such as `landscape_4_3`. */
function readNamedSize(text: string): { width: number; height: number } {
  const named = Object.entries(imageSizes).find(([name]) => name === text)?.[1];
  return named ? { width: named[0], height: named[1] } : readSize(text);
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
      guidance_scale: readNumber(input.guidance_scale),
      enable_safety_checker:
        typeof input.enable_safety_checker === 'boolean' ? input.enable_safety_checker : null,
      image_strength: readNumber(input.image_strength),
    },
    quality: readText(input.image_size),
    steps: readNumber(input.num_inference_steps),
    cfg_scale: readNumber(input.guidance_scale) ?? readNumber(input.cfg_weight),
    seed: readNumber(input.seed),
    style: null,
    number_of_images: readNumber(input.num_images) ?? 1,
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
    reference_image_url: readText(input.image_url),
    generation,
  };
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
