import * as z from 'zod/mini';
import { uuidPattern } from '../uuid-pattern.ts';
import { generation } from './generation.ts';
import { medium } from './medium.ts';

const maxIds = 100;

/**
 * `GET /api/generations`: the newest of every kind; `active=true`: those that still run; `ids`: these, if they exist, with
 * `active=true` beside those that run; `submission`: the one that a
 * submission with this `request_id` made within the last 24 hours, if any.
 */
export const generationsQuery = z.object({
  submission: z.optional(z.uuid('This must be a UUID')),
  active: z.optional(z.enum(['true', 'false'])),
  medium: z.optional(medium),
  ids: z.optional(
    z
      .string()
      .check(
        z.regex(
          /* @__PURE__ */ new RegExp(`^${uuidPattern}(,${uuidPattern}){0,${maxIds - 1}}$`),
          'These must be UUIDs',
        ),
      ),
  ),
});
export type GenerationsQuery = z.infer<typeof generationsQuery>;
export const generationsReply = z.object({ data: z.array(generation) });
/** Answer of every call about one generation. */
export const generationReply = z.object({ generation });
export const visibilityBody = z.object({ is_public: z.boolean() });
export const idParams = z.object({ id: z.uuid('This must be a UUID') });

/** `POST /api/generations/:id/frames`; `at` in seconds from the beginning, `output` counted from 0. Answers like an upload. */
export const frameBody = z.object({
  output: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
  at: z.union([z.enum(['first', 'last']), z.number().check(z.minimum(0), z.maximum(86_400))]),
});
export type FrameBody = z.infer<typeof frameBody>;

/** `GET /api/generations/:id/download`: `sound` is the id of the sound generation where `id` is a video. */
export const soundedVideoQuery = z.object({ sound: z.optional(z.uuid('This must be a UUID')) });

/** `GET /api/generations/:id/captioned`: `output` is the index of the video, from 0. */
export const captionedVideoQuery = z.object({
  output: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(99))),
});

/** `GET /api/generations/:id/export`: `output` is the index of the video, from 0. */
export const exportedVideoQuery = z.object({
  format: z.enum(['webm', 'gif', 'webp', 'frames']),
  output: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(99))),
});
