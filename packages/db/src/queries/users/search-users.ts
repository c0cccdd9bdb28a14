import { AppError } from '@atelier/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../connect.ts';
import { escapeLike } from '../../escape-like.ts';

export type FoundUser = {
  id: string;
  email: string;
  name: string | null;
  created_at: Date;
  has_ever_paid: boolean;
  available: number;
  held: number;
  running: number;
  daily_cap: number | null;
  owed: number;
  locked_at: Date | null;
  /** Also when its owner closed it. */
  is_locked: boolean;
};

const columns = sql`
  u.id, u.email, u.name, u.created_at, a.has_ever_paid, a.available, a.held, a.running, a.daily_cap, u.locked_at, a.is_locked,
  (select coalesce(sum(p.owed), 0)::bigint from purchase p where p.user_id = u.id) as owed`;

/** A whole uuid in one of its usual spellings; other texts are no ids. */
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Users by a part of their address, by their whole id or by that of one of their generations, newest first. Uses
 * app_user_email_search.
 */
export async function searchUsers(
  db: Db,
  query: { search: string; page: number; pageSize: number },
): Promise<{ rows: FoundUser[]; total: number }> {
  const where = condition(query.search.trim());
  const [{ rows }, count] = await Promise.all([
    sql<FoundUser>`
      select ${columns} from app_user u join credit_account a on a.user_id = u.id
       where ${where} order by u.id desc
       limit ${query.pageSize} offset ${(query.page - 1) * query.pageSize}`.execute(db.kysely),
    sql<{ total: number }>`select count(*) as total from app_user u where ${where}`.execute(db.kysely),
  ]);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

function condition(text: string): RawBuilder<unknown> {
  if (text === '') return sql`true`;
  if (uuidPattern.test(text))
    return sql`u.id in (${text}, (select g.user_id from generation g where g.id = ${text}))`;
  const pattern = `%${escapeLike(text)}%`;
  return sql`u.email ilike ${pattern}`;
}

/** One user with the balance. Throws not_found. */
export async function getUserWithBalance(db: Db, id: string): Promise<FoundUser> {
  const { rows } = await sql<FoundUser>`
    select ${columns} from app_user u join credit_account a on a.user_id = u.id where u.id = ${id}`.execute(
    db.kysely,
  );
  if (!rows[0]) throw new AppError('not_found');
  return rows[0];
}
