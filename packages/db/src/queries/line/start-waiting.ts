import type { GenerationRow } from '../../generation-row.ts';
import { isLineHeld } from '../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { repeatWhileLocked } from './repeat-while-locked.ts';

const start = preparedQuery<GenerationRow>('start-waiting', 'select * from start_waiting($1, $2)');

/**
 * Gives the free places of a user's line to those who have waited there first: they are started as a submission that
 * never waited, and their deadline begins. Their dispatch and their event are in the outbox, as `dispatch:` and
 * `started:` with the id. After one that was to be the last the line is paused. Starts none of an account that is locked
 * or owes credits, and only what the provider's breakers let through.
 */
export function startWaiting(
  on: Queryable,
  { userId, maxRunning }: { userId: string; maxRunning: number },
): Promise<GenerationRow[]> {
  return repeatWhileLocked(() => start(on, [userId, maxRunning]));
}

const listMovable = preparedQuery<{ user_id: string }>(
  'list-movable-lines',
  `select user_id from credit_account
    where waiting > 0 and running < $1 and not ${isLineHeld('credit_account')} and not is_locked
      and (not exists (select from provider_breaker where state = 'open')
           or exists (select from generation g
                       where g.user_id = credit_account.user_id and g.status = 'waiting' and not is_kind_held(g.kind)))
    limit 1000`,
);

/** Users of whom some wait although places are free, because the process that freed them died. Uses credit_account_line. */
export async function listMovableLines(on: Queryable, maxRunning: number): Promise<string[]> {
  return (await listMovable(on, [maxRunning])).map(({ user_id }) => user_id);
}
