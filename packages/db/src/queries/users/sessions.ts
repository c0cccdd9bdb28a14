import { preparedQuery, type Queryable } from '../../prepared.ts';

export type SessionRow = {
  session_id: string;
  user_id: string;
  expires_at: Date;
  created_at: Date;
  email: string;
  name: string | null;
  has_ever_paid: boolean;
};

const find = preparedQuery<SessionRow>(
  'find-session',
  `select s.id as session_id, s.user_id, s.expires_at, s.created_at, u.email, u.name, a.has_ever_paid
     from user_session s
     join app_user u on u.id = s.user_id
     join credit_account a on a.user_id = s.user_id
    where s.id = $1`,
);

/** Session, user and payment state in one round trip, because every request needs it. `idHash` is the hex SHA-256 of the cookie. */
export async function findSession(on: Queryable, idHash: string): Promise<SessionRow | undefined> {
  const [row] = await find(on, [idHash]);
  return row;
}

export async function listSessions(on: Queryable, userId: string): Promise<SessionRow[]> {
  const { rows } = await on.query<SessionRow>(
    `select s.id as session_id, s.user_id, s.expires_at, s.created_at, u.email, u.name, a.has_ever_paid
       from user_session s
       join app_user u on u.id = s.user_id
       join credit_account a on a.user_id = s.user_id
      where s.user_id = $1`,
    [userId],
  );
  return rows;
}

export async function insertSession(
  on: Queryable,
  session: { idHash: string; userId: string; expiresAt: Date },
): Promise<void> {
  await on.query('insert into user_session (id, user_id, expires_at) values ($1, $2, $3)', [
    session.idHash,
    session.userId,
    session.expiresAt,
  ]);
}

export async function markSessionExpiry(on: Queryable, idHash: string, expiresAt: Date): Promise<void> {
  await on.query('update user_session set expires_at = $2 where id = $1', [idHash, expiresAt]);
}

export async function deleteSession(on: Queryable, idHash: string): Promise<void> {
  await on.query('delete from user_session where id = $1', [idHash]);
}

export async function deleteSessionsOf(on: Queryable, userId: string): Promise<void> {
  await on.query('delete from user_session where user_id = $1', [userId]);
}
