import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  ending: string;
  created_at: Date;
  last_used_at: Date | null;
};

export type NewApiKey = {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of the key, 32 bytes: the key itself is stored nowhere. */
  tokenHash: Buffer;
  ending: string;
};

/** Undefined: the user has `maxKeys` that work, also when many are made at the same moment. */
export async function insertApiKey(
  db: Db,
  key: NewApiKey,
  maxKeys: number,
): Promise<{ created_at: Date } | undefined> {
  return db.kysely.transaction().execute(async (trx) => {
    // Makes a user's requests for keys wait for each other; what only refers to the user goes on.
    await sql`select from app_user where id = ${key.userId} for no key update`.execute(trx);
    const { rows } = await sql<{ created_at: Date }>`
      insert into api_key (id, user_id, name, token_hash, ending)
      select ${key.id}, ${key.userId}, ${key.name}, ${key.tokenHash}, ${key.ending}
       where (select count(*) from api_key where user_id = ${key.userId} and revoked_at is null) < ${maxKeys}
      returning created_at`.execute(trx);
    return rows[0];
  });
}

const list = preparedQuery<ApiKeyRow>(
  'list-api-keys',
  `select id, name, ending, created_at, last_used_at from api_key
    where user_id = $1 and revoked_at is null
    order by created_at desc, id desc`,
);

/** The user's keys that work, newest first. */
export function listApiKeys(on: Queryable, userId: string): Promise<ApiKeyRow[]> {
  return list(on, [userId]);
}

const revoke = preparedQuery<{ id: string }>(
  'revoke-api-key',
  `update api_key set revoked_at = now()
    where id = $1 and user_id = $2 and revoked_at is null
   returning id`,
);

/** False: unknown, another user's, or revoked before. */
export async function revokeApiKey(on: Queryable, id: string, userId: string): Promise<boolean> {
  const rows = await revoke(on, [id, userId]);
  return rows.length > 0;
}

export type KeyOwnerRow = {
  key_id: string;
  user_id: string;
  email: string;
  name: string | null;
  has_ever_paid: boolean;
  /** No use of it is noted down for this minute yet: `markApiKeyUsed` is due. */
  is_use_unmarked: boolean;
};

const findOwner = preparedQuery<KeyOwnerRow>(
  'find-key-owner',
  `select k.id as key_id, k.user_id, u.email, u.name, a.has_ever_paid,
          (k.last_used_at is null or k.last_used_at < date_trunc('minute', now())) as is_use_unmarked
     from api_key k
     join app_user u on u.id = k.user_id
     join credit_account a on a.user_id = k.user_id
    where k.token_hash = $1 and k.revoked_at is null`,
);

/** Key, user and payment state in one round trip, as findSession does; undefined: unknown or revoked. */
export async function findKeyOwner(on: Queryable, tokenHash: Buffer): Promise<KeyOwnerRow | undefined> {
  const [row] = await findOwner(on, [tokenHash]);
  return row;
}

const markUsed = preparedQuery(
  'mark-api-key-used',
  `update api_key set last_used_at = date_trunc('minute', now())
    where id = $1 and (last_used_at is null or last_used_at < date_trunc('minute', now()))`,
);

/** Notes down, to the minute, that the key was used; of many at once one writes. */
export async function markApiKeyUsed(on: Queryable, id: string): Promise<void> {
  await markUsed(on, [id]);
}
