import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createBreaker(db);
  await createConditions(db);
  // What has started and goes back into its line gets the place of its start, before all that has not started.
  await sql`
    alter table generation add column held_since timestamptz, add column start_place bigint`.execute(db);
  await sql`
    create function place_of_start(at timestamptz) returns bigint language sql immutable as $$
      select (extract(epoch from at) * 1000000)::bigint - 9000000000000000
    $$`.execute(db);
  await startWaiting(db);
  await returnToLine(db);
}

/**
 * Circuit breakers. `subject` is the account at the provider, the provider, or one kind. While a breaker is open nothing of its
 * subject is submitted but one probe at a time; while it ramps, more and more of what waits is started. `since` is the first
 * of the verdicts without a success in between.
 */
async function createBreaker(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_breaker (
      subject text primary key check (subject in ('account', 'provider') or subject like 'kind:%'),
      state text not null check (state in ('counting', 'open', 'ramping')),
      code text not null,
      detail text,
      failures integer not null default 1,
      since timestamptz not null default now(),
      opened_at timestamptz,
      probe_at timestamptz,
      probe_generation_id uuid,
      ramp_started_at timestamptz,
      ramp_starts integer not null default 0,
      changed_at timestamptz not null default now(),
      check ((state = 'open') = (probe_at is not null)),
      check ((state = 'ramping') = (ramp_started_at is not null))
    )`.execute(db);
}

async function createConditions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function is_provider_held() returns boolean language sql stable as $$
      select exists (select from provider_breaker where state = 'open' and subject in ('account', 'provider'))
    $$`.execute(db);
  await sql`
    create function is_kind_held(of_kind text) returns boolean language sql stable as $$
      select exists (select from provider_breaker where state = 'open' and subject = 'kind:' || of_kind)
    $$`.execute(db);
  // Starts double every five seconds, from two: after half a minute more than a hundred may have started.
  await sql`
    create function places_by_breaker(of_subject text) returns integer language sql stable as $$
      select coalesce((
        select case state when 'open' then 0 when 'counting' then 1000000
                    else greatest(0, (2 * 2 ^ least(extract(epoch from clock_timestamp() - ramp_started_at) / 5, 18))::integer
                                     - ramp_starts) end
          from provider_breaker where subject = of_subject), 1000000)
    $$`.execute(db);
}

/**
 * As it was made in 0084, and with breakers: starts what they let through, or the one that probes an open one. Each gets the
 * place that it would go back to.
 */
async function startWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`drop function start_waiting(uuid, integer)`.execute(db);
  await sql`
    create function start_waiting(owner uuid, max_running integer, probe uuid default null) returns setof generation
    language plpgsql volatile as $$
    declare
      places integer;
      picks uuid[];
    begin
      select case when is_locked or is_line_paused or debt > 0 then 0 else least(waiting, max_running - running) end
        into places from credit_account where user_id = owner for no key update;
      if probe is null and exists (select from provider_breaker) then
        places := least(places, places_by_breaker('account'), places_by_breaker('provider'));
      end if;
      if places is null or places <= 0 then
        return;
      end if;
      if probe is not null then
        picks := array[probe];
      elsif exists (select from provider_breaker where subject like 'kind:%' and state <> 'counting') then
        picks := array(
          select id from (
            select id, kind, line_place, row_number() over (partition by kind order by line_place, id) as nth
              from generation where user_id = owner and status = 'waiting') w
           where nth <= places_by_breaker('kind:' || kind) order by line_place, id limit places);
      else
        picks := array(
          select id from generation where user_id = owner and status = 'waiting' order by line_place, id limit places);
      end if;
      return query
      with first as (
        select id, stop_after, line_place from generation
         where user_id = owner and status = 'waiting' and id = any(picks)
      ), line as (
        select first.*, row_number() over (order by line_place, id) as nth,
               count(*) filter (where stop_after) over (
                 order by line_place, id rows between unbounded preceding and 1 preceding) as stops
          from first
      ), picked as (
        select g.id from generation g where g.id in (select id from line where stops = 0)
           for no key update nowait
      ), started as (
        update generation g
           set status = 'pending', stage = 'reserved', stage_started_at = now(), line_place = null,
               started_at = now(),
               start_place = case when line.line_place < 0 then line.line_place
                                  else place_of_start(now() + line.nth * interval '1 microsecond') end,
               stop_after = false, deadline_at = now() + (g.deadline_at - g.created_at),
               next_check_at = now() + interval '10 seconds', revision = g.revision + 1
          from picked join line on line.id = picked.id where g.id = picked.id
        returning g.*
      ), account as (
        update credit_account
           set running = running + (select count(*) from started),
               waiting = waiting - (select count(*) from started),
               is_line_paused = exists (select from line where stops = 0 and stop_after),
               revision = credit_account.revision + 1
         where user_id = owner
      ), ramp as (
        update provider_breaker b
           set ramp_starts = ramp_starts + (
                 select count(*) from started s
                  where b.subject in ('account', 'provider') or b.subject = 'kind:' || s.kind)
         where b.state = 'ramping'
      ), probing as (
        update provider_breaker b set probe_generation_id = s.id
          from started s
         where probe is not null and b.state = 'open'
           and (b.subject in ('account', 'provider') or b.subject = 'kind:' || s.kind)
      ), messages as (
        insert into outbox (key, topic, payload)
        select 'dispatch:' || id, 'job',
               jsonb_build_object('name', 'dispatch-generation', 'generationId', id, 'run', attempt) from started
        union all
        select 'started:' || id, 'event', jsonb_build_object('generationId', id) from started
        on conflict (key) do nothing
      )
      select started.* from started join line on line.id = started.id order by line.line_place, line.id;
    end $$`.execute(db);
}

/**
 * Puts what was not submitted, or what the provider certainly did not begin, back into its user's line, in front of all that
 * has not started, in the order of the starts. A function, because the lock on the generation comes before that on the account.
 */
async function returnToLine(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function return_to_line(target uuid, of_attempt integer) returns setof generation
    language plpgsql volatile as $$
    declare
      returned generation;
      answered text;
    begin
      select provider_request_id into answered from generation where id = target for no key update;
      update generation
         set status = 'waiting', stage = 'waiting', stage_started_at = now(),
             line_place = coalesce(start_place, place_of_start(created_at)),
             deadline_at = created_at + (deadline_at - coalesce(started_at, created_at)),
             started_at = null, submitted_at = null, submit_state = 'none', provider_request_id = null,
             provider_result = null, provider_error = null, queue_position = null, place_at_provider = null,
             percent = null, watch_run = watch_run + 1, held_since = coalesce(held_since, now()), revision = revision + 1
       where id = target and attempt = of_attempt and cancel_requested_at is null
         and (status = 'pending' and submit_state = 'sending' or status = 'processing' and stage = 'saving')
      returning * into returned;
      if not found then
        return;
      end if;
      -- The answer may have come to an earlier attempt than the last: then the provider still works for the other.
      update provider_submission
         set state = case when provider_request_id = answered or answered is null then 'refused' else 'orphan' end
       where generation_id = target
         and (provider_request_id = answered or answered is null and attempt = of_attempt
              or provider_request_id <> answered and state = 'sent');
      update credit_account set running = running - 1, waiting = waiting + 1, revision = revision + 1
       where user_id = returned.user_id;
      insert into outbox (key, topic, payload)
      values ('returned:' || target || ':' || of_attempt, 'event', jsonb_build_object('generationId', target))
      on conflict (key) do nothing;
      return next returned;
    end $$`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop function return_to_line(uuid, integer)`.execute(db);
  await sql`drop function start_waiting(uuid, integer, uuid)`.execute(db);
  await restoreStartWaiting(db);
  await sql`alter table generation drop column held_since, drop column start_place`.execute(db);
  await sql`drop function place_of_start(timestamptz)`.execute(db);
  await sql`drop function places_by_breaker(text)`.execute(db);
  await sql`drop function is_kind_held(text)`.execute(db);
  await sql`drop function is_provider_held()`.execute(db);
  await sql`drop table provider_breaker`.execute(db);
}

/** As it was made in 0084. */
async function restoreStartWaiting(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function start_waiting(owner uuid, max_running integer) returns setof generation
    language plpgsql volatile as $$
    declare
      places integer;
    begin
      select case when is_locked or is_line_paused or debt > 0 then 0 else least(waiting, max_running - running) end into places
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
