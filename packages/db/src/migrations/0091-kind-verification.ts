import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Why a kind may be sold in production although its file names no document of the provider: a check has compared
  // schema and price with what the provider publishes, or an operator vouches for it. It counts for this endpoint only.
  await sql`
    create table kind_verification (
      kind text primary key,
      endpoint text not null,
      verified_by text not null check (verified_by in ('check', 'operator')),
      verified_on date not null default current_date,
      schema text,
      price text,
      operator_id uuid,
      reason text,
      check (verified_by <> 'check' or (schema is not null and price is not null)),
      check (verified_by <> 'operator' or (operator_id is not null and reason is not null))
    )`.execute(db);
  // A cause instead of an operator: the product closed the kind. On a row that announces a last day both may be set.
  await sql`
    alter table kind_closure
      alter column operator_id drop not null,
      add column cause text check (cause in ('unverified', 'price_moved')),
      add check (operator_id is not null or cause is not null)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from kind_closure where operator_id is null`.execute(db);
  await sql`alter table kind_closure drop column cause, alter column operator_id set not null`.execute(db);
  await sql`drop table kind_verification`.execute(db);
}
