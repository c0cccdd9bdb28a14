import * as z from 'zod/mini';

/** Device by the user agent, which a client can choose freely; null when it is not recognized. */
export const device = z.object({ browser: z.nullable(z.string()), system: z.nullable(z.string()) });
export type Device = z.infer<typeof device>;

const session = z.object({
  /** Not the cookie and not derived from it. It stays the same when its user signs in again in the same browser. */
  id: z.string(),
  device,
  /** IP addresses of the sign-in and of the last use; null when they were not stored yet. */
  sign_in_address: z.nullable(z.string()),
  last_address: z.nullable(z.string()),
  signed_in_at: z.string(),
  /** Noted down every five minutes. */
  last_used_at: z.string(),
  is_current: z.boolean(),
  /** Whether this browser is notified when a generation ends, also when no page is open. */
  is_notified: z.boolean(),
});
export type PublicSession = z.infer<typeof session>;

/** `GET /api/user/sessions`: the current one first, then the last used. */
export const sessionsReply = z.object({ data: z.array(session) });
export type SessionsReply = z.infer<typeof sessionsReply>;

export const endSessionReply = z.object({ success: z.literal(true), id: z.string() });
/** `DELETE /api/user/sessions`: every session but the current one. */
export const endOtherSessionsReply = z.object({ success: z.literal(true), ended: z.int() });
