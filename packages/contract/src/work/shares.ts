import * as z from 'zod/mini';
import { medium } from '../generation/medium.ts';

/**
 * `hidden`: out of sight while an operator looks at a report. `taken_down`: an operator has decided so. `ended`: stopped,
 * or past its end; its link stays dead.
 */
export const shareStates = ['active', 'ended', 'hidden', 'taken_down'] as const;

const settings = {
  shows_prompt: z.boolean(),
  shows_settings: z.boolean(),
  allows_download: z.boolean(),
  /** Whether search engines may list the page. */
  allows_indexing: z.boolean(),
};

const share = z.object({
  generation_id: z.string(),
  state: z.enum(shareStates),
  /** The address of the page; null unless it is active. */
  url: z.nullable(z.string()),
  ...settings,
  /** Why an operator took the generation down; null unless it is. */
  taken_down_reason: z.nullable(z.string()),
  /** How often the page was opened, without its owner's visits and those of programs that name themselves. */
  views: z.int(),
  created_at: z.string(),
  /** End of the share; null when it lasts until it is stopped. */
  ends_at: z.nullable(z.string()),
});
export type Share = z.infer<typeof share>;

/** The newest share of a generation; null when it never had one. */
export const shareReply = z.object({ share: z.nullable(share) });

const endsAt = z.optional(z.nullable(z.iso.datetime({ offset: true })));

/** Body of `POST /api/generations/:id/share`. One that is active is returned as it is. */
export const createShareBody = z.object({
  shows_prompt: z._default(settings.shows_prompt, true),
  shows_settings: z._default(settings.shows_settings, true),
  allows_download: z._default(settings.allows_download, false),
  allows_indexing: z._default(settings.allows_indexing, false),
  /** End in the future, at most five years away. */
  ends_at: endsAt,
});

/** Body of `PATCH /api/generations/:id/share`: what changes. */
export const changeShareBody = z.object({
  shows_prompt: z.optional(settings.shows_prompt),
  shows_settings: z.optional(settings.shows_settings),
  allows_download: z.optional(settings.allows_download),
  allows_indexing: z.optional(settings.allows_indexing),
  ends_at: endsAt,
});
export type ChangeShareBody = z.infer<typeof changeShareBody>;

/** A row of `GET /api/shares`, with enough of its generation to recognize it. */
const sharedPage = z.extend(share, {
  kind: z.string(),
  medium,
  prompt: z.string(),
});
export type SharedPage = z.infer<typeof sharedPage>;

/** `GET /api/shares`: the user's shares that have not ended, newest first, at most 200. */
export const sharesReply = z.object({ data: z.array(sharedPage) });

/** Query of `GET /api/oembed` (https://oembed.com). */
export const oembedQuery = z.object({
  url: z.string().check(z.maxLength(2_000)),
  format: z._default(z.string().check(z.maxLength(20)), 'json'),
  maxwidth: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
  maxheight: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000))),
});

export const oembedReply = z.object({
  version: z.literal('1.0'),
  /** `rich`: a picture whose file is larger than was asked for, in HTML that shows it smaller. */
  type: z.enum(['photo', 'video', 'rich', 'link']),
  title: z.string(),
  provider_name: z.literal('Atelier'),
  provider_url: z.string(),
  /** Seconds after which to ask again; a page may be taken back at any time. */
  cache_age: z.int(),
  url: z.optional(z.string()),
  html: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  thumbnail_url: z.optional(z.string()),
  thumbnail_width: z.optional(z.int()),
  thumbnail_height: z.optional(z.int()),
});
export type OembedReply = z.infer<typeof oembedReply>;
