import { type Kysely, sql } from 'kysely';

/** Lets the library be searched by a seed: the one that the model used, or the one that it was asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index generation_seed on generation (user_id, (coalesce(seed_used::text, input ->> 'seed')))
     where deleted_at is null and coalesce(seed_used::text, input ->> 'seed') is not null`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_seed`.execute(db);
}
