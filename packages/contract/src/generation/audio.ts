import * as z from 'zod/mini';
import { generation } from './generation.ts';
import { historyQuery, maxPageSize } from './video.ts';

/** Kind of a creation call without a type, which is older than the other kinds of sound. */
export const defaultAudioType = 'video-to-audio';

/** `GET /api/audio-generation/status`. Unchanged since the ETag that was sent along: 304. */
export const audioStatusQuery = z.object({ record_id: z.uuid('This must be a UUID') });
export const audioStatusReply = z.object({
  status: z.string(),
  audioUrl: z.nullable(z.string()),
  errorMessage: z.nullable(z.string()),
  /** English sentence; a client with its own texts uses the stage of `generation.progress`. */
  progressMessage: z.nullable(z.string()),
  /** 0 to 100. */
  progressPercentage: z.int(),
  generation,
});
export type AudioStatusReply = z.infer<typeof audioStatusReply>;

/** `GET /api/audio-generation/history`: without parameters the newest hundred. */
export const audioHistoryQuery = z.extend(historyQuery, {
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(maxPageSize)), maxPageSize),
});

/** A row of the audio history: its own fields, and the whole generation. */
export const audioHistoryRow = z.object({
  id: z.string(),
  prompt: z.string(),
  createdAt: z.string(),
  status: z.string(),
  audioUrl: z.nullable(z.string()),
  inputMediaUrl: z.nullable(z.string()),
  /** Medium of the input; null when the sound was made from words alone. */
  inputMediaType: z.nullable(z.literal('video')),
  /** Seconds. */
  duration: z.nullable(z.number()),
  /** Bytes. */
  fileSize: z.nullable(z.number()),
  /** The price at submission; `refundAmount` is what was returned of it. */
  creditsUsed: z.int(),
  requestId: z.string(),
  /** Whether credits were refunded, or released automatically after a failure or cancellation. */
  creditsRefunded: z.boolean(),
  refundAmount: z.nullable(z.int()),
  refundedAt: z.nullable(z.string()),
  /** An error code, `cancelled`, or the reason given with the refund request. */
  refundReason: z.nullable(z.string()),
  /** How often the owner requested a refund. */
  refundAttempts: z.int(),
  errorMessage: z.nullable(z.string()),
  progressMessage: z.nullable(z.string()),
  progressPercentage: z.int(),
  generation,
});
export type AudioHistoryRow = z.infer<typeof audioHistoryRow>;

export const audioHistoryReply = z.object({
  data: z.array(audioHistoryRow),
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
});
export type AudioHistoryReply = z.infer<typeof audioHistoryReply>;

/**
 * Body of `POST /api/wan/updateAudioStatus`, kept for clients that report a result they have polled for. Only
 * `request_id` is read: the generation changes by the provider's own answer and by nothing that a browser says.
 */
export const updateAudioStatusBody = z.looseObject({ request_id: z.uuid('This must be a UUID') });
export const updateAudioStatusReply = z.extend(audioStatusReply, {
  success: z.literal(true),
  id: z.string(),
});
