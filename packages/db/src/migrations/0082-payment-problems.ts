import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Why an event of a payment had no effect that it should have had, when the worker last tried it again, and when an operator
  // dealt with it.
  await sql`
    alter table payment_event
      add column problem text,
      add column tried_at timestamptz,
      add column settled_at timestamptz`.execute(db);
  await sql`
    create index payment_event_open on payment_event (received_at)
     where settled_at is null and (problem is not null or purchase_id is null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index payment_event_open`.execute(db);
  await sql`
    alter table payment_event
      drop column problem, drop column tried_at, drop column settled_at`.execute(db);
}
