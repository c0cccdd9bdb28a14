import {
  AppError,
  apiKeysReply,
  createApiKeyBody,
  createApiKeyReply,
  idParams,
  revokeApiKeyReply,
} from '@atelier/contract';
import { listApiKeys, revokeApiKey } from '@atelier/db';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { createApiKey } from './create-api-key.ts';

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
