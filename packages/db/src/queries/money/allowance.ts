import { isLineHeld } from '../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { spentToday } from '../../spent-that-day.ts';

/** What could be reserved now. */
export type Allowance = {
  available: number;
  /** The least of balance, the rest of the day's limit and that of the key's budgets. */
  credits: number;
  /** How many more can start or wait. */
  places: number;
};

const find = preparedQuery<Allowance>(
  'find-allowance',
  `select a.available,
          greatest(0, least(a.available,
                            a.daily_cap - ${spentToday('a')},
                            k.total_budget - k.spent,
                            k.daily_budget - ${spentToday('k')}))::bigint as credits,
          (greatest(0, $3 - a.waiting)
           + case when a.waiting = 0 and not ${isLineHeld} then greatest(0, $4 - a.running) else 0 end)::integer as places
     from credit_account a
     left join api_key k on k.id = $2::uuid and k.user_id = a.user_id
    where a.user_id = $1`,
);

type Asked = { userId: string; apiKeyId: string | null; maxWaiting: number; maxRunning: number };

/** As of now: another submission may take it. Limits that are not set do not count. */
export async function findAllowance(
  on: Queryable,
  { userId, apiKeyId, maxWaiting, maxRunning }: Asked,
): Promise<Allowance> {
  const [row] = await find(on, [userId, apiKeyId, maxWaiting, maxRunning]);
  return row ?? { available: 0, credits: 0, places: 0 };
}
