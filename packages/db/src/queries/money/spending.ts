import { preparedQuery, type Queryable } from '../../prepared.ts';

export type Spending = {
  available: number;
  held: number;
  /** Charged and not refunded, ever. */
  spent: number;
  /** The same for this calendar month (UTC). */
  spent_this_month: number;
  /** Submitted today (UTC), less what came back. */
  spent_today: number;
  daily_cap: number | null;
  frees_at: Date;
  /** Of payments that went back after their credits were spent; the next purchase pays it. */
  owed: number;
  chain_head: string | null;
};

const find = preparedQuery<Spending>(
  'find-spending',
  `select a.available, a.held, a.daily_cap,
          case when a.spent_on = (now() at time zone 'UTC')::date then a.spent_that_day else 0 end as spent_today,
          ((now() at time zone 'UTC')::date + 1)::timestamp at time zone 'UTC' as frees_at,
          charged.spent, charged.spent_this_month,
          (select coalesce(sum(owed), 0)::bigint from purchase p where p.user_id = a.user_id) as owed,
          (select encode(hash, 'hex') from ledger_entry e
            where e.user_id = a.user_id order by id desc limit 1) as chain_head
     from credit_account a
    cross join lateral (
      select coalesce(sum(c.credits), 0)::bigint as spent,
             coalesce(sum(c.credits) filter (where c.created_at >= date_trunc('month', now(), 'UTC')), 0)::bigint
               as spent_this_month
        from (select created_at, case kind when 'settle' then -d_held else -d_available end as credits
                from ledger_entry e
               where e.user_id = a.user_id
                 and (kind = 'settle' or kind = 'refund' and generation_id is not null)) c
    ) charged
    where a.user_id = $1`,
);

export async function getSpending(on: Queryable, userId: string): Promise<Spending> {
  const [row] = await find(on, [userId]);
  if (!row) throw new Error(`The user ${userId} has no credit account`);
  return row;
}

const setCap = preparedQuery('set-daily-cap', 'update credit_account set daily_cap = $2 where user_id = $1');

/** The limit of a user's own spending per day (UTC), in credits; null takes it away. */
export async function setDailyCap(on: Queryable, userId: string, capCredits: number | null): Promise<void> {
  await setCap(on, [userId, capCredits]);
}
