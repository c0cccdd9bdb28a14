import * as z from 'zod/mini';

/** One thing wrong with a request, as fal and pydantic report it; `loc` ends with the field's name at fal. */
export const falDetail = z.object({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
  input: z.optional(z.unknown()),
});
export type FalDetail = z.infer<typeof falDetail>;

const addresses = {
  request_id: z.string(),
  response_url: z.string(),
  status_url: z.string(),
  cancel_url: z.string(),
};

const logLine = z.object({
  message: z.string(),
  timestamp: z.string(),
  level: z.enum(['INFO', 'ERROR']),
  source: z.literal('USER'),
});
export type FalLogLine = z.infer<typeof logLine>;

/** The state of a generation as fal's queue reports it. Also what each event of a status stream carries. */
export const falStatus = z.object({
  status: z.enum(['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED']),
  ...addresses,
  /** Requests ahead; only while it waits. */
  queue_position: z.optional(z.int()),
  /** Log lines with `logs=1`, else null; absent while it waits. */
  logs: z.optional(z.nullable(z.array(logLine))),
  metrics: z.optional(z.object({ inference_time: z.nullable(z.number()) })),
  /** Why it has no result. fal's status is COMPLETED also for a failure. */
  error: z.optional(z.string()),
  error_type: z.optional(z.string()),
});
export type FalStatus = z.infer<typeof falStatus>;

export const falSubmitReply = z.object({
  status: z.literal('IN_QUEUE'),
  ...addresses,
  queue_position: z.int(),
});
export type FalSubmitReply = z.infer<typeof falSubmitReply>;

export const falCancelReply = z.object({
  status: z.enum(['CANCELLATION_REQUESTED', 'ALREADY_COMPLETED', 'NOT_FOUND']),
});

/** The bare output of the model: each has a shape of its own (docs/fal-client.md). */
export const falResult = z.looseObject({});
