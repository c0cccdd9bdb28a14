import { AppError } from '@atelier/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../connect.ts';

export type Identity = {
  /** The issuer. */
  provider: string;
  subject: string;
  email: string;
  isEmailVerified: boolean;
  name: string | null;
};

/**
 * The user of an identity, made at the first sign-in with an empty credit account. Accounts are keyed by
 * provider and subject; a second identity joins an existing account only through a verified e-mail address ,
 * otherwise identity_conflict.
 */
export async function upsertUserFromIdentity(db: Db, identity: Identity): Promise<{ userId: string }> {
  return db.kysely.transaction().execute(async (trx) => {
    const known = await findByIdentity(trx, identity);
    if (known) return known;
    // Two first sign-ins of one identity at the same moment are one user: the second waits here for the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${identity.provider} ${identity.subject}`}, 0))`.execute(
      trx,
    );
    const justMade = await findByIdentity(trx, identity);
    if (justMade) return justMade;

    const fresh = uuidv7();
    const inserted = await trx
      .insertInto('app_user')
      .values({ id: fresh, email: identity.email, name: identity.name })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doNothing())
      .returning('id')
      .executeTakeFirst();
    const userId = inserted?.id ?? (await userToJoin(trx, identity));
    if (inserted) await trx.insertInto('credit_account').values({ user_id: userId }).execute();
    await trx
      .insertInto('oauth_account')
      .values({ provider: identity.provider, subject: identity.subject, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return { userId };
  });
}

async function findByIdentity(
  trx: Db['kysely'],
  { provider, subject }: Identity,
): Promise<{ userId: string } | undefined> {
  const account = await trx
    .selectFrom('oauth_account')
    .select('user_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return account && { userId: account.user_id };
}

async function userToJoin(trx: Db['kysely'], identity: Identity): Promise<string> {
  if (!identity.isEmailVerified) throw new AppError('identity_conflict');
  const { id } = await trx
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', identity.email.toLowerCase()))
    .executeTakeFirstOrThrow();
  return id;
}
