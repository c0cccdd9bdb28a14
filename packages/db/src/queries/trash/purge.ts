// The end of a generation in the trash. One statement marks it and leaves an outbox row, which stays until a job has
// removed every file (worker/src/uploads/delete-files.ts), so nothing is left behind by a process that dies in between.
import { preparedQuery, type Queryable } from '../../prepared.ts';
import { isCharged } from '../films/takes.ts';

/** A take of a film stays in the trash, from which the film shows it, until that is deleted; one that was returned goes. */
const isFree = `not (exists (select from film_take t where t.generation_id = generation.id) and ${isCharged('generation')})`;

/** `$1` is how many were purged before, a moment ago: the jobs are sent a hundred a second, so that no other message waits. */
const purge = (chosen: string) => `
  with purged as (
    update generation set purged_at = now(), revision = revision + 1
     where id in (${chosen}) and deleted_at is not null and purged_at is null
     returning id, keeps_files
  ), message as (
    insert into outbox (key, topic, payload, created_at)
    select 'delete-files:' || id::text, 'job',
           jsonb_build_object('name', 'delete-files', 'generationId', id::text, 'run', 0),
           now() + ($1::integer + row_number() over () - 1) * interval '10 milliseconds'
      from purged where not keeps_files
    on conflict (key) do nothing
  )
  select id, now()::text as until from purged`;

type Purged = { id: string; until: string };

const purgeOwn = preparedQuery<Purged>(
  'purge-own',
  purge(`select id from generation
          where user_id = $2 and deleted_at <= coalesce($4::timestamptz, now()) and purged_at is null
            and ($3::uuid[] is null or id = any($3::uuid[])) and ${isFree}
          order by id limit $5 for no key update`),
);

type OwnPurge = { userId: string; ids?: readonly string[] | undefined; limit: number };

/**
 * One batch of what a user deletes for good: of these ids, or of the whole trash. What is deleted after `until`, which a
 * batch returns for the next one, stays, and so does what a film uses; empty: there was nothing. `count` is how many the
 * batches before had.
 */
export function purgeOwnTrash(
  on: Queryable,
  { userId, ids, limit }: OwnPurge,
  before: { count: number; until: string | undefined } = { count: 0, until: undefined },
): Promise<Purged[]> {
  return purgeOwn(on, [before.count, userId, ids ?? null, before.until ?? null, limit]);
}

const purgeDue = preparedQuery<Purged>(
  'purge-due',
  purge(`select id from generation
          where deleted_at < now() - make_interval(days => $2) and purged_at is null and ${isFree}
          order by deleted_at limit $3 for no key update skip locked`),
);

/**
 * One batch of what has been in the trash for `days`, the oldest first. Rows that another process is purging, or their
 * owner restoring, are left to it. Uses generation_trash_age.
 */
export async function purgeDueTrash(
  on: Queryable,
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  return (await purgeDue(on, [0, days, limit])).map(({ id }) => id);
}
