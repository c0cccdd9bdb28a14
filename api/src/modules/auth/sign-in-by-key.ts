import { AppError } from '@atelier/contract';
import { findKeyOwner, markApiKeyUsed } from '@atelier/db';
import type { RouteDeps } from '../../api.ts';
import { hashApiKey, isApiKey } from './key-format.ts';
import type { Session } from './sessions.ts';

/** Whose key this is. Throws invalid_api_key (401): a program with a bad key must never be taken for a visitor. */
export async function signInByKey({ db, log }: Pick<RouteDeps, 'db' | 'log'>, key: string): Promise<Session> {
  const owner = isApiKey(key) ? await findKeyOwner(db.pool, hashApiKey(key)) : undefined;
  if (!owner) throw new AppError('invalid_api_key');
  // Nobody waits for it, and once a minute is enough.
  if (owner.is_use_unmarked)
    markApiKeyUsed(db.pool, owner.key_id).catch((error) =>
      log.warn({ err: error, keyId: owner.key_id }, 'the use of an API key was not noted down'),
    );
  return {
    signedInBy: 'key',
    keyId: owner.key_id,
    userId: owner.user_id,
    email: owner.email,
    name: owner.name,
    hasEverPaid: owner.has_ever_paid,
    // An operator's key is a user's key: it administers nothing.
    isAdmin: false,
  };
}
