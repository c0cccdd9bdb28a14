import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db);
  await addConstraints(db);
  await sql`
    create index generation_line on generation (user_id, line_place, id) where status = 'waiting'`.execute(
    db,
  );
  await sql`create index credit_account_line on credit_account (user_id) where waiting > 0`.execute(db);
  await startWaiting(db);
  await endWaiting(db);
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  // The tail is the highest place that was ever given: the next one waits behind it.
  await sql`
    alter table credit_account
      add column waiting integer not null default 0 check (waiting >= 0),
      add column is_line_paused boolean not null default false,
      add column line_tail bigint not null default 0`.execute(db);
  // Of what waited; what never did started when it was created.
  await sql`
    alter table generation
      add column line_place bigint,
      add column started_at timestamptz,
      add column stop_after boolean not null default false`.execute(db);
}

async function addConstraints(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table generation
      drop constraint generation_status_check,
      drop constraint generation_stage_check,
      drop constraint money_is_whole,
      add constraint generation_status_check check
        (status in ('waiting', 'pending', 'processing', 'completed', 'failed', 'partial', 'cancelled')),
      add constraint generation_stage_check check
        (stage in ('waiting', 'reserved', 'queued', 'generating', 'saving', 'cancelling', 'done')),
      add constraint money_is_whole check (
        (status in ('waiting', 'pending', 'processing') and settled = 0 and released = 0)
        or (status not in ('waiting', 'pending', 'processing') and settled + released = cost
            and finished_at is not null)),
      add constraint waiting_has_place check (
        (status = 'waiting') = (line_place is not null) and (status = 'waiting') = (stage = 'waiting')
        and (status = 'waiting' or not stop_after))`.execute(db);
}

/**
 * Functions, because each is two statements that a caller must not be able to come between: the lock on the account, by
 * which every change of a line waits for the one before, and then what sees the line as that one left it. Everything
 * else locks a generation before its account, so who holds the account never waits for one: docs/reliability.md.
 */
async function startWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function start_waiting(owner uuid, max_running integer) returns setof generation
    language plpgsql volatile as $$
    declare
      places integer;
    begin
      select case when is_locked or is_line_paused then 0 else least(waiting, max_running - running) end into places
        from credit_account where user_id = owner for no key update;
      if places is null or places <= 0 then
        return;
      end if;
      return query
      with first as (
        select id, stop_after, line_place from generation
         where user_id = owner and status = 'waiting' order by line_place, id limit places
      ), line as (
        select first.*, count(*) filter (where stop_after) over (
                 order by line_place, id rows between unbounded preceding and 1 preceding) as stops
          from first
      ), picked as (
        select g.id from generation g where g.id in (select id from line where stops = 0)
           for no key update nowait
      ), started as (
        update generation g
           set status = 'pending', stage = 'reserved', stage_started_at = now(), started_at = now(), line_place = null,
               stop_after = false, deadline_at = now() + (g.deadline_at - g.created_at),
               next_check_at = now() + interval '10 seconds', revision = g.revision + 1
          from picked where g.id = picked.id
        returning g.*
      ), account as (
        update credit_account
           set running = running + (select count(*) from started),
               waiting = waiting - (select count(*) from started),
               is_line_paused = exists (select from line where stops = 0 and stop_after),
               revision = credit_account.revision + 1
         where user_id = owner
      ), messages as (
        insert into outbox (key, topic, payload)
        select 'dispatch:' || id, 'job',
               jsonb_build_object('name', 'dispatch-generation', 'generationId', id, 'run', 0) from started
        union all
        select 'started:' || id, 'event', jsonb_build_object('generationId', id) from started
      )
      select started.* from started join line on line.id = started.id order by line.line_place, line.id;
    end $$`.execute(db);
}

async function endWaiting(db: Kysely<unknown>): Promise<void> {
  // The keys are locked before the account, as a reservation does. What came with another key meanwhile is left alone.
  await sql`
    create function end_waiting(owner uuid, ids uuid[], end_status text, code text, detail text, cause text, ended_by text)
    returns setof generation
    language plpgsql volatile as $$
    declare
      keys uuid[];
    begin
      keys := array(
        select k.id from api_key k
         where k.id in (select g.api_key_id from generation g
                         where g.user_id = owner and g.status = 'waiting' and (ids is null or g.id = any(ids)))
         order by k.id for no key update);
      perform from credit_account where user_id = owner for no key update;
      return query
      with picked as (
        select g.id, g.line_place from generation g
         where g.user_id = owner and g.status = 'waiting' and (ids is null or g.id = any(ids))
           and (g.api_key_id is null or g.api_key_id = any(keys))
           for no key update nowait
      ), ended as (
        update generation g
           set status = end_status, released = g.cost, stage = 'done', stage_started_at = now(), line_place = null,
               stop_after = false, error_code = code, error_detail = detail, finished_at = now(),
               revision = g.revision + 1
          from picked where g.id = picked.id
        returning g.*
      ), payers as (
        update api_key k
           set spent = greatest(k.spent - of_key.released, 0),
               spent_that_day = greatest(k.spent_that_day - coalesce(of_key.that_day, 0), 0)
          from (select own.id, sum(e.released) as released,
                       sum(e.released) filter (where own.spent_on = (e.created_at at time zone 'UTC')::date) as that_day
                  from ended e join api_key own on own.id = e.api_key_id group by own.id) of_key
         where k.id = of_key.id
      ), account as (
        update credit_account a
           set held = a.held - total.released, available = a.available + total.released,
               waiting = a.waiting - total.count, revision = a.revision + 1,
               spent_that_day = greatest(a.spent_that_day - coalesce((
                 select sum(e.released) from ended e
                  where a.spent_on = (e.created_at at time zone 'UTC')::date), 0), 0)
          from (select count(*) as count, coalesce(sum(released), 0) as released from ended) total
         where a.user_id = owner and total.count > 0
        returning a.available, a.held, total.released
      ), parts as (
        select e.id, e.released, sum(e.released) over (order by p.line_place, e.id) as so_far
          from ended e join picked p on p.id = e.id
      ), entries as (
        insert into ledger_entry (user_id, kind, d_available, d_held, available_after, held_after, entry_key,
                                  generation_id, reason, actor)
        select owner, 'release', r.released, -r.released, account.available - account.released + r.so_far,
               account.held + account.released - r.so_far, 'release:' || r.id, r.id,
               coalesce(cause, code, end_status), coalesce(ended_by, 'system')
          from parts r, account order by r.so_far
      ), messages as (
        insert into outbox (key, topic, payload)
        select 'changed:' || id, 'event', jsonb_build_object('generationId', id) from ended
        on conflict (key) do nothing
      ), deliveries as (
        insert into webhook_delivery (id, generation_id, user_id, url)
        select gen_random_uuid(), e.id, e.user_id, e.webhook_url from ended e where e.webhook_url is not null
        on conflict (generation_id) do nothing
      ), pushes as (
        insert into push_message (generation_id, session_id)
        select e.id, s.session_id from ended e join push_subscription s on s.user_id = e.user_id
         where e.status <> 'cancelled' and e.api_key_id is null and e.deleted_at is null
           for key share of s
        on conflict (generation_id, session_id) do nothing
      )
      select e.* from ended e join picked p on p.id = e.id order by p.line_place, e.id;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function end_waiting(uuid, uuid[], text, text, text, text, text)`.execute(db);
  await sql`drop function start_waiting(uuid, integer)`.execute(db);
  // Everything that waits may start, so nothing accepted is lost.
  await sql`alter table generation drop constraint waiting_has_place`.execute(db);
  await sql`
    update credit_account set running = running + waiting where waiting > 0`.execute(db);
  await sql`
    insert into outbox (key, topic, payload)
    select 'dispatch:' || id, 'job', jsonb_build_object('name', 'dispatch-generation', 'generationId', id, 'run', 0)
      from generation where status = 'waiting'
    on conflict (key) do nothing`.execute(db);
  await sql`
    update generation
       set status = 'pending', stage = 'reserved', deadline_at = now() + (deadline_at - created_at),
           next_check_at = now() + interval '10 seconds', revision = revision + 1
     where status = 'waiting'`.execute(db);
  await sql`drop index generation_line`.execute(db);
  await sql`
    alter table generation
      drop column line_place, drop column started_at, drop column stop_after,
      drop constraint generation_status_check,
      drop constraint generation_stage_check,
      drop constraint money_is_whole,
      add constraint generation_status_check check
        (status in ('pending', 'processing', 'completed', 'failed', 'partial', 'cancelled')),
      add constraint generation_stage_check check
        (stage in ('reserved', 'queued', 'generating', 'saving', 'cancelling', 'done')),
      add constraint money_is_whole check (
        (status in ('pending', 'processing') and settled = 0 and released = 0)
        or (status not in ('pending', 'processing') and settled + released = cost and finished_at is not null))`.execute(
    db,
  );
  await sql`
    alter table credit_account drop column waiting, drop column is_line_paused, drop column line_tail`.execute(
    db,
  );
}
