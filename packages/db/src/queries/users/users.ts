import { AppError } from '@atelier/contract';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../connect.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

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

const remember = preparedQuery(
  'remember-language',
  'update app_user set language = $2 where id = $1 and erased_at is null and language is distinct from $2',
);

/** The language in which this user is written to: the one of the page that they used last. */
export async function rememberLanguage(on: Queryable, userId: string, language: string): Promise<void> {
  await remember(on, [userId, language]);
}

/** Whether files carry the settings that made them: those that the user downloads, and those of the user's shared pages. */
export type RecipePreferences = { downloads: boolean; shared: boolean };

const findPreferences = preparedQuery<RecipePreferences>(
  'find-recipe-preferences',
  'select not omits_recipes as downloads, shares_recipes as shared from app_user where id = $1',
);

export async function findRecipePreferences(on: Queryable, userId: string): Promise<RecipePreferences> {
  const [row] = await findPreferences(on, [userId]);
  return row ?? { downloads: false, shared: false };
}

const setPreferences = preparedQuery(
  'set-recipe-preferences',
  `update app_user set omits_recipes = coalesce(not $2::boolean, omits_recipes),
                       shares_recipes = coalesce($3, shares_recipes)
    where id = $1 and erased_at is null`,
);

/** Sets the preferences that are present; absent ones stay. */
export async function setRecipePreferences(
  on: Queryable,
  userId: string,
  { downloads, shared }: Partial<RecipePreferences>,
): Promise<void> {
  await setPreferences(on, [userId, downloads, shared]);
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
  const user = await trx
    .selectFrom('app_user')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['email']), '=', identity.email.toLowerCase()))
    // An erasure that begins now waits, and then finds the identity that joins.
    .forShare()
    .executeTakeFirst();
  // The account had this address a moment ago and has just been erased: the next sign-in makes a new one.
  if (!user) throw new AppError('unavailable');
  return user.id;
}

/** The id of the account with this address, without regard to case; undefined when it has not signed in yet. */
export async function findUserByEmail(on: Queryable, email: string): Promise<string | undefined> {
  const { rows } = await on.query<{ id: string }>('select id from app_user where lower(email) = lower($1)', [
    email,
  ]);
  return rows[0]?.id;
}
