import * as z from 'zod/mini';
import { generation, generationStatuses } from '../generation/generation.ts';
import { imageFormats, maxDownloadIds } from '../generation/image-limits.ts';
import { imageTag } from '../generation/images.ts';
import { forEachMedium, medium } from '../generation/medium.ts';
import { historyQuery } from '../generation/video.ts';
import { maxAltTextLength, maxLibraryIds } from '../library-limits.ts';
import { storable } from '../storable.ts';

/** One value, or the same parameter several times. */
function oneOrMore<Item extends z.ZodMiniType>(item: Item) {
  return z.optional(z.union([item, z.array(item).check(z.maxLength(20))]));
}

const name = z.string().check(z.minLength(1), z.maxLength(60), storable);
/** A day (`2026-03-01`, all of it, in `zone`), or a moment with its offset. */
const dayOrMoment = z.optional(z.union([z.iso.date(), z.iso.datetime({ offset: true })]));

/**
 * Filters of the library, the same in all of its calls. Different parameters must all match; any value of a repeated one
 * matches, but a generation must have every `tag`. `project` is an id, or `none`. `zone` is the time zone of days, as a
 * browser reports it; UTC by default. `search` is a part of the prompt or answer, the beginning of a model's name, a whole
 * tag, or a seed.
 */
export const libraryFilter = z.object({
  medium: oneOrMore(medium),
  status: oneOrMore(z.enum(generationStatuses)),
  kind: oneOrMore(name),
  model: oneOrMore(name),
  /** Mode of images, and their size as `1024x768`. */
  mode: oneOrMore(name),
  size: oneOrMore(name),
  from: dayOrMoment,
  to: dayOrMoment,
  favorite: z.optional(z.enum(['true', 'false'])),
  tag: oneOrMore(imageTag),
  project: z.optional(z.union([z.uuid(), z.literal('none')])),
  batch: z.optional(z.uuid()),
  search: historyQuery.shape.search,
  zone: z.optional(name),
});
export type LibraryFilter = z.infer<typeof libraryFilter>;

/** Orders of the pages of the library; `credits` are those that were charged. */
export const librarySorts = ['created', 'model', 'credits', 'status'] as const;
export type LibrarySort = (typeof librarySorts)[number];
export const sortOrders = ['asc', 'desc'] as const;

/**
 * Query of `GET /api/library`, newest first. Either pages (`page`, with totals in the reply, and with another order if `sort`
 * or `order` says so), or a walk: `before` is the `next` of the previous reply, `after` the `previous`. `on` begins at the
 * end of a day.
 */
export const libraryQuery = z.object({
  ...libraryFilter.shape,
  page: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  pageSize: z._default(historyQuery.shape.pageSize, 60),
  sort: z.optional(z.enum(librarySorts)),
  order: z.optional(z.enum(sortOrders)),
  before: z.optional(z.uuid()),
  after: z.optional(z.uuid()),
  on: z.optional(z.iso.date()),
});
export type LibraryQuery = z.infer<typeof libraryQuery>;

/** `page`, `total` and `totalPages` only where a page was asked for. A cursor is null at that end of the list. */
export const libraryReply = z.object({
  data: z.array(generation),
  next: z.nullable(z.string()),
  previous: z.nullable(z.string()),
  page: z.optional(z.int()),
  total: z.optional(z.int()),
  totalPages: z.optional(z.int()),
});
export type LibraryReply = z.infer<typeof libraryReply>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

/**
 * `GET /api/library/facets`: how many match the filter, by medium whatever `medium` says, and which values they have, the
 * most frequent first.
 */
export const libraryFacetsReply = z.object({
  total: z.int(),
  media: z.object(forEachMedium(z.int())),
  favorites: z.int(),
  statuses: facet,
  kinds: facet,
  models: facet,
  modes: facet,
  sizes: facet,
  tags: facet,
  projects: facet,
});
export type LibraryFacetsReply = z.infer<typeof libraryFacetsReply>;

/** `GET /api/library/days`: the days that have matching generations, newest first, with how many; for the day scrubber. */
export const libraryDaysReply = z.object({ days: z.array(z.tuple([z.iso.date(), z.int()])) });
export type LibraryDaysReply = z.infer<typeof libraryDaysReply>;

const ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxLibraryIds));
const tags = z.optional(z.array(imageTag).check(z.maxLength(10)));

/**
 * Body of `POST /api/library/change`: changes all of these generations in one statement, or none. `project` null takes them
 * out of their project, `altText` null or empty lets their prompts describe them again. At least one change has to be given.
 */
export const libraryChangeBody = z
  .object({
    ids,
    favorite: z.optional(z.boolean()),
    addTags: tags,
    removeTags: tags,
    project: z.optional(z.nullable(z.uuid())),
    altText: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(maxAltTextLength), storable))),
  })
  .check(z.refine((body) => Object.keys(body).length > 1, 'Name at least one change'));
export type LibraryChangeBody = z.infer<typeof libraryChangeBody>;

/** `skipped`: ids that are unknown, deleted or another user's; those whose tags would be too many are in `full`. */
export const libraryChangeReply = z.object({
  changed: z.int(),
  skipped: z.array(z.string()),
  full: z.array(z.string()),
});
export type LibraryChangeReply = z.infer<typeof libraryChangeReply>;

/**
 * Body of `POST /api/library/trash` and of `/restore`. `deleteFiles`: whether the files go when the generation leaves the
 * trash.
 */
export const libraryTrashBody = z.object({ ids, deleteFiles: z._default(z.boolean(), true) });
export const libraryRestoreBody = z.object({ ids });
export const libraryMoveReply = z.object({ moved: z.int(), skipped: z.array(z.string()) });

/** Body of `POST /api/library/download`, of any medium. `format` is that of the images. */
export const libraryDownloadBody = z.object({
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxDownloadIds)),
  format: z._default(z.enum(imageFormats), 'original'),
});
