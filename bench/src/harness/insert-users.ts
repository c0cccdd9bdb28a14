import { createHash, randomBytes } from 'node:crypto';
import type { Queryable } from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';

export type BenchUser = {
  id: string;
  /** The Cookie header of this user's session. */
  cookie: string;
};

/** More than any scenario spends. */
const startCredits = 1_000_000_000;

/**
 * Inserts paying users with a session each directly into the tables, with a ledger entry for their credits, so that the
 * ledger can be checked afterwards.
 */
export async function insertUsers(on: Queryable, count: number): Promise<BenchUser[]> {
  const users = Array.from({ length: count }, () => ({
    id: uuidv7(),
    token: randomBytes(20).toString('hex'),
  }));
  const ids = users.map(({ id }) => id);
  const hashes = users.map(({ token }) => createHash('sha256').update(token).digest('hex'));
  await on.query(
    `with inserted as (
       insert into app_user (id, email)
       select id, 'bench-' || id || '@atelier.test' from unnest($1::uuid[]) as id
       returning id
     ), account as (
       insert into credit_account (user_id, available, has_ever_paid) select id, $3, true from inserted
       returning user_id
     ), entry as (
       insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key)
       select user_id, 'grant', $3, 0, $3, 0, 'bench:' || user_id from account
     )
     insert into user_session (id, user_id, expires_at)
     select hash, given.id, now() + interval '30 days'
       from unnest($1::uuid[], $2::text[]) as given (id, hash) join inserted on inserted.id = given.id`,
    [ids, hashes, startCredits],
  );
  return users.map(({ id, token }) => ({ id, cookie: `sid=${token}` }));
}
