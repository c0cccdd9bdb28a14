import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await keepDebt(db);
  await replaceStartWaiting(db, sql`or debt > 0`);
}

/**
 * What an account owes of payments that went back, beside the columns that decide whether what waits starts. A trigger keeps
 * it, so that it is right whichever version of the product books a dispute. The lock order is that of payments: purchase,
 * then account.
 */
async function keepDebt(db: Kysely<unknown>): Promise<void> {
  // No payment is booked until the end.
  await sql`lock table purchase in share row exclusive mode`.execute(db);
  await sql`alter table credit_account add column debt bigint not null default 0 check (debt >= 0)`.execute(
    db,
  );
  await sql`
    update credit_account a set debt = owing.debt
      from (select user_id, sum(owed) as debt from purchase where owed > 0 group by user_id) owing
     where a.user_id = owing.user_id`.execute(db);
  await sql`create index credit_account_debt on credit_account (user_id) where debt > 0`.execute(db);
  await sql`
    create function keep_debt() returns trigger language plpgsql as $$
    begin
      update credit_account set debt = debt + new.owed - old.owed, revision = revision + 1 where user_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger debt_is_kept after update of owed on purchase
    for each row when (old.owed is distinct from new.owed) execute function keep_debt()`.execute(db);
}

/** As it was made in 0044, but for the first condition. */
async function replaceStartWaiting(db: Kysely<unknown>, orOwing: ReturnType<typeof sql>): Promise<void> {
  await sql`
    create or replace function start_waiting(owner uuid, max_running integer) returns setof generation
    language plpgsql volatile as $$
    declare
      places integer;
    begin
      select case when is_locked or is_line_paused ${orOwing} then 0 else least(waiting, max_running - running) end into places
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

export async function down(db: Kysely<unknown>): Promise<void> {
  await replaceStartWaiting(db, sql``);
  await sql`drop trigger debt_is_kept on purchase`.execute(db);
  await sql`drop function keep_debt`.execute(db);
  await sql`alter table credit_account drop column debt`.execute(db);
}
