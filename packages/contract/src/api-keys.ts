import * as z from 'zod/mini';
import { storable } from './storable.ts';

/** How many active keys a user may have. */
export const maxApiKeys = 20;
export const maxApiKeyNameLength = 60;

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters, to distinguish keys: only the owner knows the rest. */
  ending: z.string(),
  created_at: z.string(),
  /** To the minute; null: not used yet. */
  last_used_at: z.nullable(z.string()),
});
export type ApiKey = z.infer<typeof apiKey>;

/** `GET /api/user/api-keys`: the active keys, newest first. */
export const apiKeysReply = z.object({ data: z.array(apiKey) });
export type ApiKeysReply = z.infer<typeof apiKeysReply>;

export const createApiKeyBody = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(maxApiKeyNameLength), storable),
});

/** The only reply that contains the key itself. */
export const createApiKeyReply = z.object({
  ...z.omit(apiKey, { last_used_at: true }).shape,
  key: z.string(),
});
export type CreateApiKeyReply = z.infer<typeof createApiKeyReply>;

export const revokeApiKeyReply = z.object({ success: z.literal(true), id: z.string() });
