import * as z from 'zod/mini';
import { maxLibraryIds } from '../library-limits.ts';
import { waitingReason } from './generation.ts';
import { medium } from './medium.ts';

const ids = z.array(z.uuid('This must be a UUID')).check(z.minLength(1), z.maxLength(maxLibraryIds));

/** A generation that waits for a place. `position` counts from 1: the first one is the next to start. */
export const lineItem = z.object({
  id: z.string(),
  position: z.int(),
  kind: z.string(),
  medium,
  /** Its first 200 characters. */
  prompt: z.string(),
  model: z.string(),
  /** Credits that are held for it. */
  cost: z.int(),
  /** Seconds from its start to its result. */
  expected_seconds: z.number(),
  created_at: z.string(),
  /** The line is paused when this one has started. */
  stop_after: z.boolean(),
});
export type LineItem = z.infer<typeof lineItem>;

/** `GET /api/line`: all that waits, in the order in which it will start. */
export const lineReply = z.object({
  data: z.array(lineItem),
  is_paused: z.boolean(),
  /** Why the first of them does not start. */
  waiting_reason: waitingReason,
  /** Credits of payments that went back after they were spent; nothing starts until they are paid. */
  debt_credits: z.int(),
  /** How many have started and not ended. */
  running: z.int(),
  limits: z.object({ running: z.int(), waiting: z.int() }),
  /** Rises with every change; also in `line:changed`. */
  revision: z.int(),
});
export type LineReply = z.infer<typeof lineReply>;

/**
 * `POST /api/line/move`: these go before that one, or to the end, and keep their order among each other. What has started,
 * ended or is another user's is skipped; when that one has started, they go to the front.
 */
export const lineMoveBody = z.object({ ids, before: z.nullable(z.uuid('This must be a UUID')) });
/** `POST /api/line/stop-after`: pauses the line when this one has started, or no longer does. */
export const lineStopBody = z.object({ id: z.uuid('This must be a UUID'), on: z.boolean() });
/** `POST /api/line/cancel`: these, or everything that waits. */
export const lineCancelBody = z.union([z.strictObject({ ids }), z.strictObject({ all: z.literal(true) })]);

/** `changed`: how many of them; `skipped`: those that do not wait in the user's line. */
export const lineChangeReply = z.object({ changed: z.int(), skipped: z.array(z.string()) });
export type LineChangeReply = z.infer<typeof lineChangeReply>;
/** Reply of `POST /api/line/pause` and `/resume`. */
export const linePauseReply = z.object({ is_paused: z.boolean() });
