import type { Db } from '@atelier/db';

/** A closed account runs nothing, holds nothing and admits only its owner, who may keep it. */
export async function checkClosings({ pool }: Db): Promise<string[]> {
  const { rows } = await pool.query<{ sentence: string }>(
    `with closed as (select id from app_user where closed_at is not null)
     select format('generation %s of the closed account %s is %s', g.id, g.user_id, g.status) as sentence
       from generation g join closed on closed.id = g.user_id where g.finished_at is null
     union all
     select format('the closed account %s holds %s credits', a.user_id, a.held)
       from credit_account a join closed on closed.id = a.user_id where a.held <> 0
     union all
     select format('the closed account %s can still reserve', a.user_id)
       from credit_account a join closed on closed.id = a.user_id where not a.is_locked
     union all
     select format('the key %s of the closed account %s is valid', k.id, k.user_id)
       from api_key k join closed on closed.id = k.user_id where k.revoked_at is null
     union all
     select format('the closed account %s has %s erasures under way', closed.id, count(e.id))
       from closed left join erasure e on e.user_id = closed.id and e.withdrawn_at is null
      group by closed.id having count(e.id) <> 1`,
  );
  return rows.map(({ sentence }) => `closings: ${sentence}`);
}
