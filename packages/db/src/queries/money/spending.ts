import { preparedQuery, type Queryable } from '../../prepared.ts';
import { nextDay, spentToday } from '../../spent-that-day.ts';
import { isExchange } from './exchanged-holds.ts';

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
  /** Debt from payments that went back after their credits were spent; the next purchase pays it. */
  owed: number;
  chain_head: string | null;
};

const find = preparedQuery<Spending>(
  'find-spending',
  `select a.available, a.held, a.daily_cap, ${spentToday('a')} as spent_today, ${nextDay} as frees_at,
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

const setCap = preparedQuery<{ user_id: string }>(
  'set-daily-cap',
  `update credit_account set daily_cap = $2
    where user_id = $1 and ($3 or (daily_cap is null and $2::bigint is null) or $2 <= coalesce(daily_cap, $2))
   returning user_id`,
);

/**
 * The limit of a user's own spending per day (UTC), in credits; null takes it away. False: it would have been raised or
 * taken away, and `canRaise` is false.
 */
export async function setDailyCap(
  on: Queryable,
  { userId, capCredits, canRaise }: { userId: string; capCredits: number | null; canRaise: boolean },
): Promise<boolean> {
  return (await setCap(on, [userId, capCredits, canRaise])).length === 1;
}

export type DaySpending = {
  /** YYYY-MM-DD in the time zone that was asked for. */
  day: string;
  charged: number;
  /** Released from holds, and refunds of generations. */
  returned: number;
  /** How many generations were charged. */
  generations: number;
};

const listDays = preparedQuery<DaySpending>(
  'list-day-spending',
  `with range as (
     select (now() at time zone $2)::date as last, (now() at time zone $2)::date - ($3::integer - 1) as first
   ), sums as (
     select (e.created_at at time zone $2)::date as day,
            sum(-e.d_held) filter (where e.kind = 'settle') as charged,
            sum(e.d_available) filter (where e.kind <> 'settle') as returned,
            count(*) filter (where e.kind = 'settle') as generations
       from (
         select created_at, kind, d_available, d_held from ledger_entry
          where user_id = $1 and (kind in ('settle', 'release') or kind = 'refund' and generation_id is not null)
          union all
         select created_at, kind, -d_available, 0 from ledger_entry x where user_id = $1 and x.kind = 'release' and ${isExchange('x')}
       ) e, range
      where e.created_at >= range.first::timestamp at time zone $2
      group by 1
   )
   select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(s.charged, 0)::bigint as charged,
          coalesce(s.returned, 0)::bigint as returned, coalesce(s.generations, 0)::bigint as generations
     from range, generate_series(range.first, range.last, interval '1 day') as d(day)
     left join sums s on s.day = d.day::date
    order by d.day`,
);

/**
 * Lists the credits charged and returned on each of the last `days` days of a time zone, today included, oldest first.
 * A hold that was exchanged for that of a stand-in
 * did not return. Throws 22023 when PostgreSQL does not know the time zone. Uses ledger_entry_kind and ledger_entry_exchange.
 */
export function listDaySpending(
  on: Queryable,
  { userId, timeZone, days }: { userId: string; timeZone: string; days: number },
): Promise<DaySpending[]> {
  return listDays(on, [userId, timeZone, days]);
}
