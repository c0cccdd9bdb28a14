import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Address and browser are personal data and are removed with time or with the account; the rest stays for good.
  await sql`
    create table audit_event (
      id bigint generated always as identity primary key,
      name text not null,
      actor text not null check (actor in ('user', 'api_key', 'operator', 'anonymous', 'system')),
      actor_id uuid,
      user_id uuid references app_user,
      reason text,
      details jsonb not null default '{}',
      occurrences integer not null default 1 check (occurrences > 0),
      request_id uuid,
      address text,
      user_agent text,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index audit_event_user on audit_event (user_id, id desc)`.execute(db);
  await sql`create index audit_event_name on audit_event (name, id desc)`.execute(db);
  await sql`
    create index audit_event_personal on audit_event (created_at)
    where address is not null or user_agent is not null`.execute(db);

  // The app role's rights say the same; this stops every other role as well.
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.address is null and new.user_agent is null
           and (to_jsonb(new) - 'address' - 'user_agent') = (to_jsonb(old) - 'address' - 'user_agent') then
          return new;
        end if;
      end if;
      raise exception 'audit events are immutable' using errcode = 'restrict_violation';
    end $$`.execute(db);
  await sql`
    create trigger audit_is_append_only before update or delete on audit_event
    for each row execute function refuse_audit_change()`.execute(db);
  await sql`
    create trigger audit_is_never_emptied before truncate on audit_event
    for each statement execute function refuse_audit_change()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table audit_event`.execute(db);
  await sql`drop function refuse_audit_change`.execute(db);
}
