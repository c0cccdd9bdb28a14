import { AppError } from '@atelier/contract';
import { createFinder } from '../../create-finder.ts';
import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** Longest life of a session from its start, however often it is renewed. */
export const maxSessionDays = 90;

type SessionFacts = {
  session_id: string;
  /** Names the session in the API; the same after its user signed in again in the same browser. */
  public_id: string;
  user_id: string;
  expires_at: Date;
  created_at: Date;
  /** When the user last proved who they are: what the identity provider reported, the sign-in at the latest. */
  authenticated_at: Date;
};

export type SessionRow = SessionFacts & {
  /** No use of it was noted down in the last five minutes: `markSessionUsed` is due. */
  is_use_unmarked: boolean;
  email: string;
  name: string | null;
  /** When the account was made. */
  member_since: Date;
  has_ever_paid: boolean;
  /** Locked by an operator or closed by its owner: it may create nothing. */
  is_locked: boolean;
  /** When the account will be erased, if its owner closed it. */
  erases_at: Date | null;
  /** Whether they were added as an operator, or removed; null when ADMIN_EMAILS decides. */
  operator_grant: boolean | null;
};

// `least` ignores null.
const facts = `s.id as session_id, s.public_id, s.user_id, s.expires_at, s.created_at,
  least(s.created_at, s.authenticated_at) as authenticated_at`;

/** The erasure is looked up for a closed account only: every request reads a session. */
const found = (condition: string) =>
  `select ${facts}, s.last_used_at < now() - interval '5 minutes' as is_use_unmarked, u.email, u.name,
          u.created_at as member_since,
          a.has_ever_paid, a.is_locked,
          case when u.closed_at is not null then coalesce(
            (select due_at from erasure e where e.user_id = u.id and e.withdrawn_at is null), u.closed_at)
          end as erases_at,
          (select o.is_operator from operator o where o.email = lower(u.email)) as operator_grant
     from user_session s
     join app_user u on u.id = s.user_id
     join credit_account a on a.user_id = s.user_id
    where s.id ${condition}`;

const find = preparedQuery<SessionRow>('find-session', found('= $1'));
const findAll = preparedQuery<SessionRow>('find-sessions', found('= any($1)'));

/**
 * Session, user and payment state in one round trip, because every request needs it. `idHash` is the hex SHA-256 of the
 * cookie.
 */
export async function findSession(on: Queryable, idHash: string): Promise<SessionRow | undefined> {
  const [row] = await find(on, [idHash]);
  return row;
}

export type SessionFinder = (idHash: string) => Promise<SessionRow | undefined>;

/** `findSession` for many requests at once. */
export function createSessionFinder(on: Queryable): SessionFinder {
  const findBy = (hashes: readonly string[]) =>
    hashes.length === 1 ? find(on, [...hashes]) : findAll(on, [hashes]);
  return createFinder(findBy, (row) => row.session_id);
}

export type ListedSession = SessionFacts & {
  user_agent: string | null;
  sign_in_address: string | null;
  last_address: string | null;
  last_used_at: Date;
  /** Its browser is notified when a generation ends. */
  is_notified: boolean;
};

/** The user's sessions that have not expired and began after `createdAfter`, the last used first. */
export async function listSessions(
  on: Queryable,
  userId: string,
  createdAfter: Date,
): Promise<ListedSession[]> {
  const { rows } = await on.query<ListedSession>(
    `select ${facts}, s.user_agent, s.sign_in_address, s.last_address, s.last_used_at,
            exists (select from push_subscription p where p.session_id = s.public_id) as is_notified
       from user_session s
      where s.user_id = $1 and s.expires_at > now() and s.created_at > $2
      order by s.last_used_at desc, s.created_at desc`,
    [userId, createdAfter],
  );
  return rows;
}

export type NewSession = {
  idHash: string;
  publicId: string;
  userId: string;
  expiresAt: Date;
  /** Time of the sign-in; null when the identity provider did not report it. */
  authenticatedAt: Date | null;
  address: string | null;
  userAgent: string | null;
};

const insert = namedQuery(
  'insert-session',
  `insert into user_session (id, public_id, user_id, expires_at, authenticated_at, user_agent, sign_in_address,
                             last_address)
   select :idHash, :publicId::uuid, id, :expiresAt::timestamptz, :authenticatedAt::timestamptz, :userAgent, :address,
          :address
     from app_user where id = :userId and erased_at is null for share
   on conflict (public_id) do update
     set id = excluded.id, expires_at = excluded.expires_at, authenticated_at = excluded.authenticated_at,
         user_agent = excluded.user_agent, sign_in_address = excluded.sign_in_address,
         last_address = excluded.last_address, last_used_at = now(), created_at = now()
   returning id`,
);

/**
 * One session per browser and user: the cookie of an earlier one with this public id works no longer. Throws unavailable
 * for a user who is being erased at this moment: the next sign-in makes a new account.
 */
export async function insertSession(on: Queryable, session: NewSession): Promise<void> {
  const rows = await insert(on, session);
  if (rows.length === 0) throw new AppError('unavailable');
}

export async function markSessionExpiry(on: Queryable, idHash: string, expiresAt: Date): Promise<void> {
  await on.query('update user_session set expires_at = $2 where id = $1', [idHash, expiresAt]);
}

const markUsed = preparedQuery(
  'mark-session-used',
  `update user_session set last_used_at = now(), last_address = $2
    where id = $1 and last_used_at < now() - interval '5 minutes'`,
);

/** Notes down when and from where the session was used, at most every five minutes; of many at once one writes. */
export async function markSessionUsed(on: Queryable, idHash: string, address: string | null): Promise<void> {
  await markUsed(on, [idHash, address]);
}

/** Returns false when the session had already ended. */
export async function deleteSession(on: Queryable, idHash: string): Promise<boolean> {
  const { rowCount } = await on.query('delete from user_session where id = $1', [idHash]);
  return rowCount === 1;
}

/** Returns the ids (SHA-256 of the cookies) of the sessions that ended. */
export async function deleteAllSessions(on: Queryable, userId: string): Promise<string[]> {
  return deleted(
    await on.query<Deleted>('delete from user_session where user_id = $1 returning id', [userId]),
  );
}

/** Ends one session of this user by its public id, and returns its id. Undefined when it is unknown or another user's. */
export async function deleteOwnSession(
  on: Queryable,
  { userId, publicId }: { userId: string; publicId: string },
): Promise<string | undefined> {
  const text = 'delete from user_session where user_id = $1 and public_id = $2 returning id';
  return deleted(await on.query<Deleted>(text, [userId, publicId]))[0];
}

/** Ends all sessions of the user but one, and returns their ids. */
export async function deleteOtherSessions(
  on: Queryable,
  { userId, publicId }: { userId: string; publicId: string },
): Promise<string[]> {
  const text = 'delete from user_session where user_id = $1 and public_id <> $2 returning id';
  return deleted(await on.query<Deleted>(text, [userId, publicId]));
}

type Deleted = { id: string };

function deleted({ rows }: { rows: Deleted[] }): string[] {
  return rows.map(({ id }) => id);
}
