import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Kinds that operators closed, and those that are open but announced to leave. A row outlives the kind's file: it then
  // says what follows the kind. `note` is for users. Without a foreign key: who it was is in the audit log as well, and an
  // erased account keeps its pseudonym.
  await sql`
    create table kind_closure (
      kind text primary key,
      closed_at timestamptz,
      leaves_at date,
      successor text,
      note text,
      operator_id uuid not null,
      changed_at timestamptz not null default now(),
      check (closed_at is not null or leaves_at is not null),
      check (successor <> kind)
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table kind_closure`.execute(db);
}
