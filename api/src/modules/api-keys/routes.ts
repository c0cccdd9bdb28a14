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

/** API keys are managed in the browser only: a leaked key must not be able to create another one. */
export function apiKeyRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/user/api-keys',
    { schema: { tags, summary: 'List your API keys, newest first', response: { 200: apiKeysReply } } },
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
        summary: 'Create an API key; only this reply contains it',
        body: createApiKeyBody,
        response: { 200: createApiKeyReply },
      },
    },
    async (request) => createApiKey(deps, { userId: signedIn(request).userId, name: request.body.name }),
  );

  api.delete(
    '/api/user/api-keys/:id',
    {
      schema: { tags, summary: 'Revoke an API key', params: idParams, response: { 200: revokeApiKeyReply } },
    },
    async (request) => {
      const { id } = request.params;
      if (!(await revokeApiKey(deps.db.pool, id, signedIn(request).userId))) throw new AppError('not_found');
      return { success: true as const, id };
    },
  );
}

/** The reply is the only place where the key is ever shown. Throws too_many_api_keys (409). */
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
