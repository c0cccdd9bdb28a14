// Reduces a generation long after it left the trash to its money, its times and its prompt, without the wide columns.
import { preparedQuery, type Queryable } from '../../prepared.ts';

const archive = preparedQuery<{ count: number }>(
  'archive-generations',
  `with archived as (
     update generation set input = '{}', provider_result = null
      where id in (select id from generation
                    where purged_at is not null and input <> '{}' and deleted_at < now() - make_interval(days => $1)
                    order by deleted_at limit $2 for no key update skip locked)
     returning id
   ), counted as (
     select count(*)::integer as count from archived
   ), event as (
     insert into audit_event (name, actor, details)
     select 'generations_archived', 'system', jsonb_build_object('generations', count, 'deleted_days_ago', $1::integer)
       from counted where count > 0
   )
   select count from counted`,
);

/**
 * Empties the input of one batch of what was deleted more than `days` ago and has left the trash, so that nothing can
 * restore it, and records that in the audit log: both or neither. Returns how many there were. Rows that another process
 * has are left to it. Uses generation_archive_due.
 */
export async function archiveGenerations(
  on: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<number> {
  const [row] = await archive(on, [days, limit]);
  return row?.count ?? 0;
}
