import * as z from 'zod/mini';
import { generation } from './generation.ts';
import { createReply } from './submissions.ts';

/** Kind of a creation call without a type, which is older than the other kinds of text. */
export const defaultTextType = 'image-understanding';

/** `job_id` is the same as `id` and `request_id`. */
export const createUnderstandingReply = z.extend(createReply, { job_id: z.string() });
export type CreateUnderstandingReply = z.infer<typeof createUnderstandingReply>;

/** `GET /api/image-understanding/status`. Unchanged since the ETag that was sent along: 304. */
export const understandingStatusQuery = z.object({ job_id: z.uuid('This must be a UUID') });
export const understandingStatusReply = z.object({
  job_id: z.string(),
  status: z.string(),
  /** The answer; null until the generation has completed. */
  result: z.nullable(z.string()),
  error: z.nullable(z.string()),
  created_at: z.string(),
  /** When the stage last changed. */
  updated_at: z.string(),
  generation,
});
export type UnderstandingStatusReply = z.infer<typeof understandingStatusReply>;

/** A row of `GET /api/image-understanding/history`: its own fields, and the whole generation. */
export const understandingHistoryRow = z.object({
  id: z.string(),
  image_url: z.nullable(z.string()),
  question: z.string(),
  result_text: z.nullable(z.string()),
  error_message: z.nullable(z.string()),
  status: z.string(),
  created_at: z.string(),
  generation,
});
export type UnderstandingHistoryRow = z.infer<typeof understandingHistoryRow>;

export const understandingHistoryReply = z.object({
  data: z.array(understandingHistoryRow),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type UnderstandingHistoryReply = z.infer<typeof understandingHistoryReply>;
