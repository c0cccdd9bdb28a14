import type { ApiKeyClient, ApiKeyScope } from '@atelier/contract';
import { sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { createFinder } from '../../create-finder.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { spentToday } from '../../spent-that-day.ts';

export type ApiKeyRow = {
  id: string;
  name: string;
  ending: string;
  created_at: Date;
  last_used_at: Date | null;
  scopes: ApiKeyScope[];
  expires_at: Date | null;
  is_expired: boolean;
  daily_budget: number | null;
  total_budget: number | null;
  /** A submission that costs more needs its owner's approval; null when none does. */
  ask_above: number | null;
  /** Most that one submission may cost; null for no limit. */
  job_budget: number | null;
  /** Kinds that it may make; null for all. */
  kinds: string[] | null;
  /** The program that signed in with OAuth; null for a key that was created by hand. */
  client: ApiKeyClient | null;
  /** Charged or held through this key, ever, less what returned. */
  spent: number;
  /** The same for today (UTC); a refund after the charge does not free it. */
  spent_today: number;
};

/** Budget in credits; null for as much as the account allows. */
export type KeyBudgets = { dailyBudget: number | null; totalBudget: number | null };

/** Limits that a request may leave out. Null is none. */
export type KeyLimits = {
  /** Price above which its owner is asked. */
  askAbove?: number | null | undefined;
  /** Most that one submission may cost, in credits. */
  jobBudget?: number | null | undefined;
  /** Kinds that it may make. */
  kinds?: readonly string[] | null | undefined;
};

export type NewApiKey = KeyBudgets &
  KeyLimits & {
    id: string;
    userId: string;
    name: string;
    /** SHA-256 of the key, 32 bytes: the key itself is stored nowhere. Null for a program that has tokens of a grant. */
    tokenHash: Buffer | null;
    grant?: { id: string; client: ApiKeyClient } | undefined;
    /** Last characters of the key; empty where there is none. */
    ending: string;
    scopes: readonly ApiKeyScope[];
    expiresAt: Date | null;
  };

const isOver = 'coalesce(k.expires_at <= now(), false)';
const shown = `k.id, k.name, k.ending, k.created_at, k.last_used_at, k.scopes, k.expires_at, ${isOver} as is_expired,
          k.daily_budget, k.total_budget, k.ask_above, k.job_budget, k.kinds, k.client, k.spent, ${spentToday('k')} as spent_today`;

/** Returns undefined when the user has `maxKeys` that are not revoked, also when many are made at the same moment. */
export async function insertApiKey(db: Db, key: NewApiKey, maxKeys: number): Promise<ApiKeyRow | undefined> {
  const {
    id,
    userId,
    name,
    tokenHash,
    ending,
    scopes,
    expiresAt,
    dailyBudget,
    totalBudget,
    askAbove = null,
    jobBudget = null,
    kinds = null,
    grant,
  } = key;
  return db.kysely.transaction().execute(async (trx) => {
    // Makes a user's requests for keys wait for each other; what only refers to the user goes on.
    await sql`select from app_user where id = ${userId} for no key update`.execute(trx);
    // Programs that signed in are many, and those whose time is over take no place.
    await sql`
      update api_key set revoked_at = now()
       where user_id = ${userId} and revoked_at is null and grant_id is not null and expires_at <= now()`.execute(
      trx,
    );
    const { rows } = await sql<ApiKeyRow>`
      insert into api_key as k (id, user_id, name, token_hash, ending, scopes, expires_at, daily_budget, total_budget,
                                ask_above, job_budget, kinds, grant_id, client)
      select ${id}, ${userId}, ${name}, ${tokenHash}, ${ending}, ${scopes}::text[], ${expiresAt}::timestamptz,
             ${dailyBudget}::bigint, ${totalBudget}::bigint, ${askAbove}::bigint, ${jobBudget}::bigint, ${kinds}::text[],
             ${grant?.id ?? null}::text, ${grant ? JSON.stringify(grant.client) : null}::jsonb
       where (select count(*) from api_key where user_id = ${userId} and revoked_at is null) < ${maxKeys}
      returning ${sql.raw(shown)}`.execute(trx);
    return rows[0];
  });
}

const list = preparedQuery<ApiKeyRow>(
  'list-api-keys',
  `select ${shown} from api_key k
    where k.user_id = $1 and k.revoked_at is null
    order by k.created_at desc, k.id desc`,
);

/** The user's keys that are not revoked, newest first; expired ones stay listed until they are. */
export function listApiKeys(on: Queryable, userId: string): Promise<ApiKeyRow[]> {
  return list(on, [userId]);
}

const noLimit = '9223372036854775807';
/** `$to` is at most what the column has. */
const isNoRise = (column: string, to: string) =>
  `coalesce(${to}, ${noLimit}) <= coalesce(${column}, ${noLimit})`;
const change = preparedQuery<ApiKeyRow>(
  'change-key-budgets',
  `update api_key k
      set daily_budget = $3, total_budget = $4, ask_above = case when $6 then $7 else ask_above end,
          job_budget = case when $8 then $9 else job_budget end, kinds = case when $10 then $11 else kinds end
    where k.id = $1 and k.user_id = $2 and k.revoked_at is null
      and ($5 or ${isNoRise('daily_budget', '$3')} and ${isNoRise('total_budget', '$4')}
             and (not $6 or ${isNoRise('ask_above', '$7')}) and (not $8 or ${isNoRise('job_budget', '$9')})
             and (not $10 or kinds is null or coalesce($11 <@ kinds, false)))
   returning ${shown}`,
);

/**
 * Returns undefined when the key is unknown, another user's or revoked, or a limit would rise and `mayRaise` is false. Limits
 * that are undefined stay as they are.
 */
export async function changeKeyBudgets(
  on: Queryable,
  {
    id,
    userId,
    dailyBudget,
    totalBudget,
    mayRaise,
    ...limits
  }: KeyBudgets & KeyLimits & { id: string; userId: string; mayRaise: boolean },
): Promise<ApiKeyRow | undefined> {
  const given = [limits.askAbove, limits.jobBudget, limits.kinds].flatMap((limit) => [
    limit !== undefined,
    limit ?? null,
  ]);
  const [row] = await change(on, [id, userId, dailyBudget, totalBudget, mayRaise, ...given]);
  return row;
}

const revoke = preparedQuery<{ id: string }>(
  'revoke-api-key',
  `update api_key set revoked_at = now()
    where id = $1 and user_id = $2 and revoked_at is null
   returning id`,
);

/** Returns false when the key is unknown, another user's, or already revoked. */
export async function revokeApiKey(on: Queryable, id: string, userId: string): Promise<boolean> {
  const rows = await revoke(on, [id, userId]);
  return rows.length > 0;
}

/** Revokes all keys of the user and returns how many worked until now. */
export async function revokeAllApiKeys(on: Queryable, userId: string): Promise<number> {
  const { rowCount } = await on.query(
    'update api_key set revoked_at = now() where user_id = $1 and revoked_at is null',
    [userId],
  );
  return rowCount ?? 0;
}

export type KeyOwnerRow = {
  /** Hexadecimal SHA-256 of the key or token. */
  token_hash: string;
  key_id: string;
  user_id: string;
  email: string;
  name: string | null;
  /** When the account was made. */
  member_since: Date;
  has_ever_paid: boolean;
  is_locked: boolean;
  scopes: ApiKeyScope[];
  expires_at: Date | null;
  is_expired: boolean;
  ask_above: number | null;
  /** No use of it is noted down for this minute yet: `markApiKeyUsed` is due. */
  is_use_unmarked: boolean;
};

const selectOwner = (token: { hash: string; scopes: string; from: string }, condition: string) =>
  `select encode(${token.hash}, 'hex') as token_hash, k.id as key_id, k.user_id, u.email, u.name, u.created_at as member_since,
          a.has_ever_paid, a.is_locked, ${token.scopes} as scopes, k.expires_at, ${isOver} as is_expired, k.ask_above,
          (k.last_used_at is null or k.last_used_at < date_trunc('minute', now())) as is_use_unmarked
     from ${token.from}
     join app_user u on u.id = k.user_id
     join credit_account a on a.user_id = k.user_id
    where ${token.hash} ${condition} and k.revoked_at is null and u.closed_at is null`;
const one = "= decode($1, 'hex')";
const several = "= any (array(select decode(hash, 'hex') from unnest($1::text[]) hash))";
const byKey = { hash: 'k.token_hash', scopes: 'k.scopes', from: 'api_key k' };
/** Access tokens of programs that signed in: a token may have fewer scopes than its grant. */
const byToken = {
  hash: 'r.id_sha256',
  scopes: `array(select unnest(k.scopes) intersect select unnest(string_to_array(r.payload->>'scope', ' ')))`,
  from: `api_key k join oauth_record r on r.grant_id = k.grant_id and r.model = 'AccessToken' and r.expires_at > now()`,
};
const findOwner = preparedQuery<KeyOwnerRow>('find-key-owner', selectOwner(byKey, one));
const findOwners = preparedQuery<KeyOwnerRow>('find-key-owners', selectOwner(byKey, several));
const findTokenOwners = preparedQuery<KeyOwnerRow>('find-token-owners', selectOwner(byToken, several));

export type KeyOwnerFinder = (tokenHash: string) => Promise<KeyOwnerRow | undefined>;

/**
 * Finds key, user and payment state by the hexadecimal hash of a key, in one round trip for many requests at once; undefined:
 * unknown, revoked or of a closed account. An expired key is found.
 */
export function createKeyOwnerFinder(on: Queryable): KeyOwnerFinder {
  const findBy = (hashes: readonly string[]) =>
    hashes.length === 1 ? findOwner(on, [...hashes]) : findOwners(on, [hashes]);
  return createFinder(findBy, (row) => row.token_hash);
}

/**
 * The same by the hexadecimal hash of an access token, of a program that signed in with OAuth. Undefined for one that has
 * ended, too.
 */
export function createTokenOwnerFinder(on: Queryable): KeyOwnerFinder {
  return createFinder(
    (hashes) => findTokenOwners(on, [hashes]),
    (row) => row.token_hash,
  );
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
