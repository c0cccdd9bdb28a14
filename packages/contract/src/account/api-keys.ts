import * as z from 'zod/mini';
import { ownName } from '../storable.ts';
import { apiKeyScopes, maxApiKeyNameLength } from './api-key-limits.ts';

/** Budget in credits; null for as much as the account and its own daily limit allow. */
const budget = z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000)));

const kinds = z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.minLength(1), z.maxLength(500)));

/** A program that signed in with OAuth, by its own words but for `host`, to which its sign-ins return; null on a device. */
export const apiKeyClient = z.object({
  id: z.string(),
  name: z.string(),
  host: z.nullable(z.string()),
});
export type ApiKeyClient = z.infer<typeof apiKeyClient>;

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters, to distinguish keys: only the owner knows the rest. Empty for a program that signed in. */
  ending: z.string(),
  /** The program that signed in with OAuth; null for a key that was created by hand. */
  client: z.nullable(apiKeyClient),
  created_at: z.string(),
  /** Last use to the minute; null when the key was never used. */
  last_used_at: z.nullable(z.string()),
  scopes: z.array(z.enum(apiKeyScopes)),
  /** End of the key; null when it works until it is revoked. */
  expires_at: z.nullable(z.string()),
  is_expired: z.boolean(),
  daily_budget_credits: budget,
  total_budget_credits: budget,
  /** A submission that costs more needs the owner's approval first; null when none does. */
  ask_above_credits: budget,
  /** Most that one submission may cost; null for no limit. */
  job_budget_credits: budget,
  /** Kinds that it may make; null for all. */
  kinds,
  /** Held or charged today (UTC), less what was released. */
  spent_today_credits: z.int(),
  /** The same since the key was created, less refunds. */
  spent_credits: z.int(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** `GET /api/user/api-keys`: all that are not revoked, newest first. */
export const apiKeysReply = z.object({ data: z.array(apiKey) });
export type ApiKeysReply = z.infer<typeof apiKeysReply>;

export const createApiKeyBody = z.object({
  name: ownName(maxApiKeyNameLength),
  scopes: z._default(
    z.array(z.enum(apiKeyScopes)).check(
      z.minLength(1),
      z.refine((scopes) => new Set(scopes).size === scopes.length, { error: 'Name each scope once' }),
    ),
    [...apiKeyScopes],
  ),
  /** End in the future, at most `maxApiKeyDays` away; without it the key works until it is revoked. */
  expires_at: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  daily_budget_credits: z.optional(budget),
  total_budget_credits: z.optional(budget),
  ask_above_credits: z.optional(budget),
  job_budget_credits: z.optional(budget),
  kinds: z.optional(kinds),
});
export type CreateApiKeyBody = z.input<typeof createApiKeyBody>;

/** `PATCH /api/user/api-keys/:id`: limits as they are to be. A higher one needs a fresh sign-in. */
export const apiKeyBudgetsBody = z.object({
  daily_budget_credits: budget,
  total_budget_credits: budget,
  /** Unchanged when absent. */
  ask_above_credits: z.optional(budget),
  job_budget_credits: z.optional(budget),
  kinds: z.optional(kinds),
});
export type ApiKeyBudgets = z.infer<typeof apiKeyBudgetsBody>;
export const apiKeyReply = z.object({ data: apiKey });

/** The only reply that contains the key itself. */
export const createApiKeyReply = z.extend(apiKey, { key: z.string() });
export type CreateApiKeyReply = z.infer<typeof createApiKeyReply>;

export const revokeApiKeyReply = z.object({ success: z.literal(true), id: z.string() });
