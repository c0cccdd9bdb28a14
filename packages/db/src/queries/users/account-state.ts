import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** State of an account that an operator sees besides its money. */
export type AccountState = {
  locked_at: Date | null;
  lock_reason: string | null;
  closed_at: Date | null;
  erased_at: Date | null;
  session_count: number;
  key_count: number;
};

const findState = preparedQuery<AccountState>(
  'find-account-state',
  `select u.locked_at, u.lock_reason, u.closed_at, u.erased_at,
          (select count(*) from user_session s where s.user_id = u.id and s.expires_at > now()) as session_count,
          (select count(*) from api_key k where k.user_id = u.id and k.revoked_at is null) as key_count
     from app_user u where u.id = $1`,
);

export async function findAccountState(on: Queryable, userId: string): Promise<AccountState | undefined> {
  const [state] = await findState(on, [userId]);
  return state;
}

const lock = namedQuery<{ user_id: string }>(
  'lock-account',
  `with locked as (
     update app_user set locked_at = now(), lock_reason = :reason
      where id = :userId and locked_at is null
     returning id
   )
   update credit_account set is_locked = true from locked where user_id = locked.id
   returning user_id`,
);

/**
 * Refuses every submission of the account that has not taken its hold when this resolves: the reservation reads the same
 * row and waits for it. Returns false when it is already locked.
 */
export async function lockAccount(
  on: Queryable,
  { userId, reason }: { userId: string; reason: string },
): Promise<boolean> {
  const rows = await lock(on, { userId, reason });
  return rows.length > 0;
}

const unlock = namedQuery<{ user_id: string }>(
  'unlock-account',
  `with unlocked as (
     update app_user set locked_at = null, lock_reason = null
      where id = :userId and locked_at is not null
     returning id, closed_at
   )
   update credit_account set is_locked = unlocked.closed_at is not null from unlocked where user_id = unlocked.id
   returning user_id`,
);

/** An account that its owner closed takes no submissions afterwards either. Returns false when it is not locked. */
export async function unlockAccount(on: Queryable, userId: string): Promise<boolean> {
  const rows = await unlock(on, { userId });
  return rows.length > 0;
}
