import { isAboutKind } from '../../line-hold.ts';
import { preparedQuery, type Queryable } from '../../prepared.ts';

const listUsers = preparedQuery<{ user_id: string }>(
  'list-waiting-users',
  'select user_id from credit_account where waiting > 0 limit 10000',
);

/** Users of whom some wait, who see why in their line. Uses credit_account_line. */
export async function listWaitingUsers(on: Queryable): Promise<string[]> {
  return (await listUsers(on, [])).map(({ user_id }) => user_id);
}

const listRamp = preparedQuery<{ user_id: string }>(
  'list-ramp-lines',
  `select user_id from (
     select distinct on (g.user_id) g.user_id, g.created_at, g.id
       from generation g join credit_account a on a.user_id = g.user_id
      where g.status = 'waiting' and a.running < $1
        and exists (select from provider_breaker where state = 'ramping')
      order by g.user_id, g.line_place, g.id) head
    order by created_at, id limit 100`,
);

/** Lines with free places, by how long their heads have waited; none while nothing ramps. */
export async function listRampLines(on: Queryable, maxRunning: number): Promise<string[]> {
  return (await listRamp(on, [maxRunning])).map(({ user_id }) => user_id);
}

const listExpired = preparedQuery<{ user_id: string; ids: string[] }>(
  'list-expired-waits',
  `select g.user_id, array_agg(g.id) as ids
     from generation g join provider_breaker b
       on b.state = 'open' and ${isAboutKind('b', 'g.kind')}
    where g.status = 'waiting'
      and coalesce(g.held_since, greatest(g.created_at, b.since)) < now() - make_interval(hours => $1)
    group by g.user_id
    limit 1000`,
);

/** Lists what an open breaker has held for that many hours. Uses generation_line. */
export function listExpiredWaits(
  on: Queryable,
  hours: number,
): Promise<{ user_id: string; ids: string[] }[]> {
  return listExpired(on, [hours]);
}
