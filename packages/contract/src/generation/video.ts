import * as z from 'zod/mini';
import { composed, storable } from '../storable.ts';
import { generation } from './generation.ts';

export const maxPageSize = 100;

/** Query of the paged histories. `search` is at most 200 characters. */
export const historyQuery = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPageSize)), 10),
  search: z._default(z.string().check(composed, z.maxLength(200), storable), ''),
});
export type HistoryQuery = z.infer<typeof historyQuery>;

/** A row of the video history: its own fields, and the whole generation. */
export const videoHistoryRow = z.object({
  id: z.string(),
  prompt: z.string(),
  negative_prompt: z.string(),
  duration: z.nullable(z.number()),
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  fps: z.nullable(z.number()),
  model: z.string(),
  status: z.string(),
  video_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  created_at: z.string(),
  generation,
});
export type VideoHistoryRow = z.infer<typeof videoHistoryRow>;

export const videoHistoryReply = z.object({
  data: z.array(videoHistoryRow),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type VideoHistoryReply = z.infer<typeof videoHistoryReply>;

/** A DELETE may name these in its query, in its body, or in both. */
export const deleteQuery = z.object({
  id: z.optional(z.uuid()),
  deleteFiles: z.optional(z.enum(['true', 'false'])),
});
export const deleteBody = z.object({ id: z.uuid(), deleteFiles: z.optional(z.boolean()) });
export const deleteReply = z.object({ success: z.literal(true), id: z.string() });
