import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Most credits that one submission by the key may cost, and the kinds that it may make; null: no limit.
  // `client` is the program that signed in with OAuth, which has tokens of `oauth_record` and no key to send.
  await sql`
    alter table api_key
      alter column token_hash drop not null,
      add column job_budget bigint check (job_budget >= 0),
      add column kinds text[] check (cardinality(kinds) > 0),
      add column grant_id text unique,
      add column client jsonb,
      add constraint api_key_secret check (num_nonnulls(token_hash, grant_id) = 1),
      add constraint api_key_client check ((grant_id is null) = (client is null))`.execute(db);
  // What the authorization server keeps: clients, requests, grants, codes and tokens, each under the SHA-256 of its name. Programs
  // choose parts of it, and `jsonb` refuses some of their letters.
  await sql`
    create table oauth_record (
      model text not null,
      id_sha256 bytea not null check (octet_length(id_sha256) = 32),
      payload json not null,
      grant_id text,
      user_code text,
      consumed_at timestamptz,
      expires_at timestamptz not null,
      primary key (model, id_sha256)
    )`.execute(db);
  await sql`create index oauth_record_grant on oauth_record (grant_id) where grant_id is not null`.execute(
    db,
  );
  await sql`
    create unique index oauth_record_user_code on oauth_record (user_code) where user_code is not null`.execute(
    db,
  );
  await sql`create index oauth_record_expiry on oauth_record (expires_at)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table oauth_record`.execute(db);
  // Programs that signed in cannot do so any more; what they made stays theirs.
  await sql`
    update api_key set token_hash = sha256(convert_to(grant_id, 'UTF8')), revoked_at = coalesce(revoked_at, now())
     where grant_id is not null`.execute(db);
  await sql`
    alter table api_key
      drop column job_budget, drop column kinds, drop column grant_id, drop column client,
      alter column token_hash set not null`.execute(db);
}
