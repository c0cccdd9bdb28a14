import {
  AppError,
  apiKeysReply,
  type CreateApiKeyReply,
  createApiKeyBody,
  createApiKeyReply,
  idParams,
  maxApiKeys,
  revokeApiKeyReply,
} from '@atelier/contract';
import { insertApiKey, listApiKeys, revokeApiKey } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { Api, RouteDeps } from '../../api.ts';
import { hashApiKey, newApiKey } from '../auth/key-format.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['api keys'];

/** A user's keys for their own programs. Keys cannot make keys: one that leaks ends when it is revoked. */
export function apiKeyRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/api-keys',
    { schema: { tags, summary: 'The own keys that work, newest first', response: { 200: apiKeysReply } } },
    async (request) => {
      const rows = await listApiKeys(deps.db.pool, signedIn(request).userId);
      const data = rows.map(({ created_at, last_used_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_used_at: last_used_at?.toISOString() ?? null,
      }));
      return { data };
    },
  );

  api.post(
    '/api/user/api-keys',
    {
      schema: {
        tags,
        summary: 'A new key: this answer alone tells it',
        body: createApiKeyBody,
        response: { 200: createApiKeyReply },
      },
    },
    async (request) => createApiKey(deps, { userId: signedIn(request).userId, name: request.body.name }),
  );

  api.delete(
    '/api/user/api-keys/:id',
    { schema: { tags, summary: 'Revoke a key', params: idParams, response: { 200: revokeApiKeyReply } } },
    async (request) => {
      const { id } = request.params;
      if (!(await revokeApiKey(deps.db.pool, id, signedIn(request).userId))) throw new AppError('not_found');
      return { success: true as const, id };
    },
  );
}

/** A new key, told this once. Throws too_many_api_keys (409). */
async function createApiKey(
  { db }: Pick<RouteDeps, 'db'>,
  { userId, name }: { userId: string; name: string },
): Promise<CreateApiKeyReply> {
  const key = newApiKey();
  const row = { id: uuidv7(), name, ending: key.slice(-4) };
  const inserted = await insertApiKey(db, { ...row, userId, tokenHash: hashApiKey(key) }, maxApiKeys);
  if (!inserted) throw new AppError('too_many_api_keys', { details: { limit: maxApiKeys } });
  return { ...row, created_at: inserted.created_at.toISOString(), key };
}
