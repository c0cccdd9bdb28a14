import type { Stage } from '../stage/open-stage.ts';

/**
 * Notes every start out of a line, and which earlier generation of the same user and kind still waited at that moment. A
 * trigger sees it under the lock on the account, so nothing can return to the line in between; rows that are read afterwards
 * show the last start only.
 */
export async function watchStarts({ db }: Pick<Stage, 'db'>): Promise<void> {
  await db.pool.query(`
    create table drill_start (generation_id uuid not null, overtaken uuid, at timestamptz not null default clock_timestamp());
    create function note_drill_start() returns trigger language plpgsql security definer as $$
    begin
      insert into drill_start (generation_id, overtaken)
      values (new.id, (select earlier.id from generation earlier
                        where earlier.user_id = new.user_id and earlier.kind = new.kind and earlier.status = 'waiting'
                          and earlier.created_at < new.created_at limit 1));
      return null;
    end $$;
    create trigger note_drill_start after update of status on generation
       for each row when (old.status = 'waiting' and new.status = 'pending') execute function note_drill_start()`);
}

/** Starts out of lines until now, those of probes included, and those of them that overtook another generation. */
export async function countStarts({
  db,
}: Pick<Stage, 'db'>): Promise<{ starts: number; overtaking: number }> {
  const { rows } = await db.pool.query<{ starts: number; overtaking: number }>(
    'select count(*)::int as starts, count(overtaken)::int as overtaking from drill_start',
  );
  return rows[0] ?? { starts: 0, overtaking: 0 };
}
