import * as z from 'zod/mini';
import { ownName, storable } from '../storable.ts';
import { generation } from './generation.ts';
import { imageFormats, maxDownloadIds, maxImageIds, maxTagLength, maxTags } from './image-limits.ts';
import { deleteQuery, historyQuery } from './video.ts';

export const imageTag = ownName(maxTagLength);

const filter = z.optional(z.string().check(z.maxLength(60), storable));
/** A day (`2026-03-01`, all of it, in UTC), or a moment with its offset. */
const dayOrMoment = z.optional(z.union([z.iso.date(), z.iso.datetime({ offset: true })]));

const tagFilter = z.optional(z.union([imageTag, z.array(imageTag).check(z.maxLength(maxTags))]));

/**
 * Query of `GET /api/image-generation/history`. `size` is `1024x768` or the name of a size; `tags` may be repeated, and
 * a generation must have all of them. A value that no generation has matches nothing.
 */
export const imageHistoryQuery = z.object({
  ...historyQuery.shape,
  pageSize: z._default(historyQuery.shape.pageSize, 20),
  /** How the page shows it; the answer is the same. */
  viewMode: z.optional(z.enum(['grid', 'list'])),
  mode: filter,
  model: filter,
  size: filter,
  dateStart: dayOrMoment,
  dateEnd: dayOrMoment,
  onlyFavorites: z._default(z.enum(['true', 'false']), 'false'),
  tags: tagFilter,
  /** The same, for clients that write lists like this. */
  'tags[]': tagFilter,
});
export type ImageHistoryQuery = z.infer<typeof imageHistoryQuery>;

/** A row of the image history: its own fields, and the whole generation. */
const imageHistoryRow = z.object({
  id: z.string(),
  request_id: z.string(),
  prompt: z.string(),
  negative_prompt: z.string(),
  /** Size of the images; until they exist the requested one, or null when it depends on the input image. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  model: z.string(),
  generation_mode: z.string(),
  /** The same as `generation_mode`. */
  image_generation_type: z.string(),
  feature_type: z.literal('flux1-create'),
  generation_params: z.object({
    guidance_scale: z.nullable(z.number()),
    enable_safety_checker: z.nullable(z.boolean()),
    image_strength: z.nullable(z.number()),
  }),
  /** The name of the size, such as `square_hd`. */
  quality: z.nullable(z.string()),
  steps: z.nullable(z.number()),
  /** Guidance scale, or the CFG weight of models that have one. */
  cfg_scale: z.nullable(z.number()),
  seed: z.nullable(z.int()),
  style: z.nullable(z.string()),
  number_of_images: z.int(),
  /** Charged; what is held while it runs. */
  credits: z.int(),
  tags: z.array(z.string()),
  is_favorite: z.boolean(),
  is_public: z.boolean(),
  status: z.string(),
  error_message: z.nullable(z.string()),
  created_at: z.string(),
  /** When the status last changed. */
  updated_at: z.string(),
  /** The same as `generated_images`. */
  image_urls: z.array(z.string()),
  /** Addresses of the images that may be shown, in order. */
  generated_images: z.array(z.string()),
  image_url: z.nullable(z.string()),
  thumbnail_url: z.nullable(z.string()),
  /** The image that an image-to-image generation began with. */
  reference_image_url: z.nullable(z.string()),
  generation,
});
export type ImageHistoryRow = z.infer<typeof imageHistoryRow>;

/** Totals of the user's image generations, whatever the filters; the credits include deleted ones. */
const imageHistoryStats = z.object({
  totalGenerated: z.int(),
  totalCreditsUsed: z.int(),
  favoriteCount: z.int(),
});

export const imageHistoryReply = z.object({
  data: z.array(imageHistoryRow),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
  stats: imageHistoryStats,
});
export type ImageHistoryReply = z.infer<typeof imageHistoryReply>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

/** `GET /api/image-generation/facets`: the values that the user's own generations have, the most frequent first. */
export const imageFacetsReply = z.object({ modes: facet, models: facet, sizes: facet, tags: facet });
export type ImageFacetsReply = z.infer<typeof imageFacetsReply>;

const imageIds = z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxImageIds));

/** Body of `DELETE /api/image-generation/delete`. Without `deleteFiles` the files go with a single generation. */
export const deleteImagesBody = z.object({ ids: imageIds, deleteFiles: z.optional(z.boolean()) });
/** `ids` may be repeated. */
export const deleteImagesQuery = z.object({
  ids: z.optional(z.union([z.uuid(), imageIds])),
  deleteFiles: deleteQuery.shape.deleteFiles,
});
export const deleteImagesReply = z.object({ success: z.literal(true), deletedCount: z.int() });

/** Body of `POST /api/image-generation/favorite`. `imageId` is one id or several; `tags` replaces the previous tags. */
export const favoriteImageBody = z.object({
  imageId: z.union([z.uuid(), imageIds]),
  isFavorite: z.optional(z.boolean()),
  tags: z.optional(z.array(imageTag).check(z.maxLength(maxTags))),
});
export const favoriteImageReply = z.object({ success: z.literal(true), data: z.array(generation) });

/** Body of `POST /api/image-generation/download`. */
export const downloadImagesBody = z.object({
  imageIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxDownloadIds)),
  format: z._default(z.enum(imageFormats), 'original'),
});

/** `downloadUrl` gives a zip named `images_{timestamp}.zip` to the same user, until it expires. */
export const downloadImagesReply = z.object({ downloadUrl: z.string(), expires_seconds: z.int() });
export type DownloadImagesReply = z.infer<typeof downloadImagesReply>;
