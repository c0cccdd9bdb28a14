import { AppError, type CreateApiKeyReply, maxApiKeys } from '@atelier/contract';
import { insertApiKey } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { RouteDeps } from '../../api.ts';
import { hashApiKey, newApiKey } from '../auth/key-format.ts';

/** A new key, told this once. Throws too_many_api_keys (409). */
export async function createApiKey(
  { db }: Pick<RouteDeps, 'db'>,
  { userId, name }: { userId: string; name: string },
): Promise<CreateApiKeyReply> {
  const key = newApiKey();
  const row = { id: uuidv7(), name, ending: key.slice(-4) };
  const inserted = await insertApiKey(db, { ...row, userId, tokenHash: hashApiKey(key) }, maxApiKeys);
  if (!inserted) throw new AppError('too_many_api_keys', { details: { limit: maxApiKeys } });
  return { ...row, created_at: inserted.created_at.toISOString(), key };
}
