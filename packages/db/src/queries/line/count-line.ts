import { isLineHeld } from '../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

export type LineCount = {
  waiting: number;
  /** How long the first of all has waited; 0 when none does. */
  oldest_seconds: number;
  /** Users of whom some wait although they have free places and nothing holds their line. */
  stalled: number;
};

const count = preparedQuery<LineCount>(
  'count-line',
  `select coalesce(sum(waiting), 0)::integer as waiting,
          coalesce((select extract(epoch from now() - min(created_at))::double precision
                      from generation where status = 'waiting'), 0) as oldest_seconds,
          (count(*) filter (where running < $1 and not ${isLineHeld('credit_account')} and not is_locked))::integer as stalled
     from credit_account where waiting > 0`,
);

/** Counts the lines of all users. Uses credit_account_line and generation_line, so its cost depends on what waits. */
export async function countLine(on: Queryable, maxRunning: number): Promise<LineCount> {
  const [row] = await count(on, [maxRunning]);
  if (!row) throw new Error('A count without a row');
  return row;
}
