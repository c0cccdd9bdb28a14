import { type Kysely, type RawBuilder, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // `reserved_at`: of the hold that a stand-in took; absent where the first hold is the only one.
  await sql`
    alter table generation
      add column stand_in jsonb check (stand_in ? 'kind' and stand_in ? 'max_credits'),
      add column stood_in_for text,
      add column reserved_at timestamptz,
      add constraint stand_in_has_hold check ((stood_in_for is null) = (reserved_at is null))`.execute(db);
  await sql`
    create index generation_stand_in on generation (kind) where status = 'waiting' and stand_in is not null`.execute(
    db,
  );
  // Pages and sums of the ledger leave out entries by which a hold was exchanged, and read no row of the table for it.
  await sql`
    create index ledger_entry_exchange on ledger_entry (user_id) include (id, kind, created_at, d_available)
     where kind in ('reserve', 'release') and entry_key <> kind || ':' || generation_id::text`.execute(db);
  // An answer to an attempt that was given up for another model counts no more, whatever it says.
  await sql`
    alter table provider_submission
      drop constraint provider_submission_state_check,
      add constraint provider_submission_state_check check
        (state in ('sending', 'sent', 'refused', 'given_up', 'unknown', 'orphan', 'orphan_cancelled'))`.execute(
    db,
  );
  await endWaiting(db, sql`coalesce(e.reserved_at, e.created_at)`);
}

/** As it was made in 0044; `heldAt` is the moment of the hold, on whose day the release counts. */
async function endWaiting(db: Kysely<unknown>, heldAt: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function end_waiting(owner uuid, ids uuid[], end_status text, code text, detail text, cause text, ended_by text)
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
                       sum(e.released) filter (where own.spent_on = (${heldAt} at time zone 'UTC')::date) as that_day
                  from ended e join api_key own on own.id = e.api_key_id group by own.id) of_key
         where k.id = of_key.id
      ), account as (
        update credit_account a
           set held = a.held - total.released, available = a.available + total.released,
               waiting = a.waiting - total.count, revision = a.revision + 1,
               spent_that_day = greatest(a.spent_that_day - coalesce((
                 select sum(e.released) from ended e
                  where a.spent_on = (${heldAt} at time zone 'UTC')::date), 0), 0)
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

/** A generation that was stood in for has two holds in the ledger, which the previous release takes for a fault. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await endWaiting(db, sql`e.created_at`);
  await sql`update provider_submission set state = 'refused' where state = 'given_up'`.execute(db);
  await sql`
    alter table provider_submission
      drop constraint provider_submission_state_check,
      add constraint provider_submission_state_check check
        (state in ('sending', 'sent', 'refused', 'unknown', 'orphan', 'orphan_cancelled'))`.execute(db);
  await sql`drop index generation_stand_in, ledger_entry_exchange`.execute(db);
  await sql`
    alter table generation drop column stand_in, drop column stood_in_for, drop column reserved_at`.execute(
    db,
  );
}
