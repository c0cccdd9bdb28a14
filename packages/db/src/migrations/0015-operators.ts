import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // By address, because operators are named before their first sign-in. A row takes precedence over ADMIN_EMAILS, so that
  // an operator can be removed without a restart.
  await sql`
    create table operator (
      email text primary key check (email = lower(email)),
      is_operator boolean not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
  // Operators read the audit log newest first, page by page and with filters. Rows of one moment are told apart by id.
  await sql`drop index audit_event_user, audit_event_name`.execute(db);
  await sql`create index audit_event_user on audit_event (user_id, created_at desc, id desc)`.execute(db);
  await sql`create index audit_event_name on audit_event (name, created_at desc, id desc)`.execute(db);
  await sql`create index audit_event_actor on audit_event (actor, created_at desc, id desc)`.execute(db);
  await sql`create index audit_event_newest on audit_event (created_at desc, id desc)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index audit_event_user, audit_event_name, audit_event_actor, audit_event_newest`.execute(db);
  await sql`create index audit_event_user on audit_event (user_id, id desc)`.execute(db);
  await sql`create index audit_event_name on audit_event (name, id desc)`.execute(db);
  await sql`drop table operator`.execute(db);
}
