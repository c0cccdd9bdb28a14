import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A work of the library can become a take of several films.
  await sql`alter table film_take drop constraint film_take_pkey, add primary key (film_id, generation_id)`.execute(
    db,
  );
  await sql`drop index film_take_film`.execute(db);
  await sql`create index film_take_generation on film_take (generation_id)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`delete from film_take t
             where exists (select from film_take other
                            where other.generation_id = t.generation_id and other.film_id < t.film_id)`.execute(
    db,
  );
  await sql`drop index film_take_generation`.execute(db);
  await sql`create index film_take_film on film_take (film_id, generation_id desc)`.execute(db);
  await sql`alter table film_take drop constraint film_take_pkey, add primary key (generation_id)`.execute(
    db,
  );
}
