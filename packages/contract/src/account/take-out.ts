import * as z from 'zod/mini';
import { storable } from '../storable.ts';

/**
 * `outdated`: a file in it was deleted since, so it cannot be downloaded any more. `failed`: it could not be prepared, and
 * is not tried again.
 */
const takeOutState = z.enum(['preparing', 'ready', 'outdated', 'failed']);

/** The archive of everything that is a user's; the body of `take-out:changed`. */
const takeOut = z.object({
  id: z.string(),
  /** Raised at every change; a client ignores a lower one than its own. */
  revision: z.int(),
  state: takeOutState,
  /** Generations and uploads; `total` is 0 until they were counted. */
  progress: z.object({ done: z.int(), total: z.int() }),
  /** Size of the whole archive; null until it is ready. */
  bytes: z.nullable(z.number()),
  created_at: z.string(),
  ready_at: z.nullable(z.string()),
  /** Time from which the archive cannot be downloaded any more. */
  expires_at: z.string(),
});
export type PublicTakeOut = z.infer<typeof takeOut>;

/** `GET /api/user/take-out`: the newest; null when there is none, or it has expired. */
export const takeOutStateReply = z.object({ take_out: z.nullable(takeOut) });

export const takeOutBody = z.object({
  /** A language of the web app, for the pages of the archive; English for any other. */
  language: z.string().check(z.minLength(2), z.maxLength(20), storable),
});

export const takeOutReply = z.object({ take_out: takeOut });

/** Where the archive can be downloaded, also in several parts, with the same user's session. */
export const takeOutAddressReply = z.object({ url: z.string() });
