// An account is closed by its owner, who may change their mind until it is erased (packages/db/src/queries/erasure).
// Locks go erasure, user, account.
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../connect.ts';
import type { Erasure } from '../../schema.gen.ts';

export type ErasureRow = Selectable<Erasure>;

type Closing = {
  userId: string;
  /** Opens the statement of what was erased; not guessable. */
  token: string;
  /** Days from now until the erasure. */
  days: number;
};

/**
 * Closes an account in one transaction: nothing can be reserved any more, every session has ended, every API key is
 * revoked, files that were public are private, and its erasure is due. Returns undefined when it was already closed.
 */
export async function closeAccount(
  db: Db,
  { userId, token, days }: Closing,
): Promise<ErasureRow | undefined> {
  return db.kysely.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('app_user')
      .set({ closed_at: sql`now()` })
      .where('id', '=', userId)
      .where('closed_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!closed) return undefined;
    // Keys before the account, as a reservation by a key locks them.
    await revokeKeys(trx, userId);
    await trx.updateTable('credit_account').set({ is_locked: true }).where('user_id', '=', userId).execute();
    await trx.deleteFrom('user_session').where('user_id', '=', userId).execute();
    // Films before their cuts, as a worker that joins one locks them.
    await sql`
      update film set join_due_at = null where user_id = ${userId} and join_due_at is not null`.execute(trx);
    await sql`
      update cut set state = 'cancelled', percent = null, revision = revision + 1, finished_at = now()
       where user_id = ${userId} and finished_at is null`.execute(trx);
    return trx
      .insertInto('erasure')
      .values({ id: uuidv7(), user_id: userId, token, due_at: sql`now() + make_interval(days => ${days})` })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/**
 * Opens a closed account again, unless its erasure has begun. A lock by an operator stays. Undefined: there was nothing
 * to withdraw, or it is too late.
 */
export async function keepAccount(db: Db, userId: string): Promise<ErasureRow | undefined> {
  return db.kysely.transaction().execute(async (trx) => {
    const withdrawn = await trx
      .updateTable('erasure')
      .set({ withdrawn_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('withdrawn_at', 'is', null)
      .where('started_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!withdrawn) return undefined;
    await trx.updateTable('app_user').set({ closed_at: null }).where('id', '=', userId).execute();
    await sql`update film set join_due_at = now() where user_id = ${userId}`.execute(trx);
    // Revokes all keys, because one that was being created at the moment of closing would work again.
    await revokeKeys(trx, userId);
    await sql`
      update credit_account a set is_locked = u.locked_at is not null
        from app_user u where u.id = a.user_id and u.id = ${userId}`.execute(trx);
    return withdrawn;
  });
}

async function revokeKeys(trx: Db['kysely'], userId: string): Promise<void> {
  await trx
    .updateTable('api_key')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .execute();
}

/** The closing that was not withdrawn. Undefined for an open account. */
export function findErasure(db: Db, userId: string): Promise<ErasureRow | undefined> {
  return db.kysely
    .selectFrom('erasure')
    .selectAll()
    .where('user_id', '=', userId)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
}

/** Finds an erasure by the token of its statement. */
export function findErasureByToken(db: Db, token: string): Promise<ErasureRow | undefined> {
  return db.kysely.selectFrom('erasure').selectAll().where('token', '=', token).executeTakeFirst();
}
