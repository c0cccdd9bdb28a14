import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What a key may be used for, until when, and how much it may spend. Keys from before this, and those that an older
  // process makes during a rolling update, may do everything.
  await sql`
    alter table api_key
      add column scopes text[] not null default '{generate,read,files}'
        check (cardinality(scopes) > 0 and scopes <@ '{generate,read,files}'::text[]),
      add column expires_at timestamptz,
      add column daily_budget bigint check (daily_budget >= 0),
      add column total_budget bigint check (total_budget >= 0),
      add column spent bigint not null default 0 check (spent >= 0),
      add column spent_on date,
      add column spent_that_day bigint not null default 0 check (spent_that_day >= 0)`.execute(db);

  // Null: made in the browser. The index has no entry for those, so they cost nothing more.
  await sql`alter table generation add column api_key_id uuid references api_key`.execute(db);
  await sql`
    create index generation_api_key on generation (api_key_id) where api_key_id is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table generation drop column api_key_id`.execute(db);
  await sql`
    alter table api_key
      drop column scopes, drop column expires_at, drop column daily_budget, drop column total_budget,
      drop column spent, drop column spent_on, drop column spent_that_day`.execute(db);
}
