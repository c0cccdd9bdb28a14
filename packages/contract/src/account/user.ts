import * as z from 'zod/mini';
import { accountNotice } from './account-notices.ts';
import { apiKey } from './api-keys.ts';

export const userInfoReply = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.nullable(z.string()),
    is_admin: z.boolean(),
    /** When the account was made, at its first sign-in. */
    created_at: z.string(),
    /** The identity provider of this deployment; `local`: the one of this machine, for development. */
    sign_in: z.object({ way: z.enum(['google', 'openid', 'local']), issuer: z.string() }),
    /** An operator locked the account: nothing new can be created. What there is can be read and downloaded. */
    lock: z.nullable(z.object({ locked_at: z.string(), reason: z.nullable(z.string()) })),
  }),
  credits: z.object({ left_credits: z.int(), held_credits: z.int(), revision: z.int() }),
  has_ever_paid: z.boolean(),
  /** How long a deleted generation can be restored. */
  trash_days: z.int(),
  /** Notices that this browser shows to its user, newest first; none for an API key. */
  notices: z.array(accountNotice),
  /** The key that asks, with its budgets and what it has spent; absent in a browser. */
  key: z.optional(apiKey),
});
export type UserInfo = z.infer<typeof userInfoReply>;

/** `POST /api/auth/logout`. `everywhere`: all sessions of the user end, on every device; keys stay. */
export const signOutBody = z.nullish(z.object({ everywhere: z.optional(z.boolean()) }));
export const signOutReply = z.object({ success: z.literal(true) });

export const creditsChanged = z.object({
  left_credits: z.int(),
  held_credits: z.int(),
  has_ever_paid: z.boolean(),
  /** Raised with every ledger entry; a client ignores an older one. */
  revision: z.int(),
});
export type CreditsChanged = z.infer<typeof creditsChanged>;
