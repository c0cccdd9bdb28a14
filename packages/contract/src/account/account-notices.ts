import * as z from 'zod/mini';
import { device } from './sessions.ts';

/**
 * Something on the account that the user is asked about ("Was this you?") in their other browsers until one of them
 * acknowledges it; in `GET /api/user/info`.
 */
export const accountNotice = z.object({
  id: z.string(),
  /**
   * A sign-in in a browser that had not signed in to the account before; a new API key; a program that may act for the
   * user.
   */
  kind: z.enum(['sign_in', 'api_key_created', 'program_connected']),
  device,
  address: z.nullable(z.string()),
  /** Last four characters of a new API key. */
  key_ending: z.nullable(z.string()),
  /** Name of such a program, in its own words. */
  program: z.nullable(z.string()),
  created_at: z.string(),
});
export type AccountNotice = z.infer<typeof accountNotice>;

/** `POST /api/user/notices/:id/acknowledge`. */
export const acknowledgeNoticeReply = z.object({ success: z.literal(true), id: z.string() });
