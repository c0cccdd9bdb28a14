import { findViolations } from '../../checker/find-violations.ts';
import type { Stage } from '../stage/open-stage.ts';

/** Checks a drill after its end: all are made, in the order of their lines, once, and the ledger is whole. */
export async function checkDrill(stage: Stage, ids: readonly string[]): Promise<string[]> {
  const query = async (text: string, values?: unknown[]) => (await stage.db.pool.query(text, values)).rows;
  const unmade = await query(
    `select status, error_code, count(*)::int as count from generation
      where id = any($1) and status <> 'completed' group by status, error_code`,
    [ids],
  );
  const outOfOrder = await query(
    `select count(*)::int as count from (
       select start_place, lag(start_place) over (partition by user_id, kind order by given.nth) as before
         from unnest($1::uuid[]) with ordinality as given (id, nth) join generation g on g.id = given.id
        where start_place is not null) line
      where before > start_place`,
    [ids],
  );
  return [
    ...unmade.map(({ status, error_code, count }) => `${count} ended as ${status} (${error_code})`),
    ...outOfOrder.filter(({ count }) => count > 0).map(({ count }) => `${count} started before their turn`),
    ...(await findViolations(query)),
  ];
}
