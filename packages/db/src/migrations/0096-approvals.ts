import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A submission by the key that costs more asks its owner first; null never asks.
  await sql`alter table api_key add column ask_above bigint check (ask_above >= 0)`.execute(db);
  // A question of a key to its owner: may it spend this much on this input. `used_at`: a reservation took the approval.
  await sql`
    create table approval (
      id uuid primary key,
      user_id uuid not null references app_user,
      api_key_id uuid not null references api_key on delete cascade,
      input_sha256 bytea not null check (octet_length(input_sha256) = 32),
      cost bigint not null check (cost > 0),
      summary jsonb not null,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      answer text check (answer in ('approve', 'refuse')),
      answered_at timestamptz,
      used_at timestamptz check (used_at is null or answer = 'approve'),
      constraint approval_answer_has_time check ((answer is null) = (answered_at is null))
    )`.execute(db);
  await sql`create index approval_of_input on approval (api_key_id, input_sha256, created_at desc)`.execute(
    db,
  );
  await sql`create index approval_user on approval (user_id, created_at desc)`.execute(db);
  await sql`create index approval_expiry on approval (expires_at)`.execute(db);
  // A push message is about a generation that ended, or about a question.
  await sql`
    alter table push_message
      alter column generation_id drop not null,
      add column approval_id uuid references approval on delete cascade,
      add constraint push_message_subject check (num_nonnulls(generation_id, approval_id) = 1),
      add constraint push_message_approval unique (approval_id, session_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from push_message where approval_id is not null`.execute(db);
  await sql`
    alter table push_message drop column approval_id, alter column generation_id set not null`.execute(db);
  await sql`drop table approval`.execute(db);
  await sql`alter table api_key drop column ask_above`.execute(db);
}
