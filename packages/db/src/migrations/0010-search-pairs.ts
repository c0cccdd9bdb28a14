import { type Kysely, sql } from 'kysely';

/**
 * Words in Chinese have two letters more often than three, and then no trigram, or none at all where the database's
 * locale knows ASCII letters only. Prompts beyond ASCII are found by their letters and pairs of neighbours as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function search_pairs(given text) returns text[] language sql immutable strict parallel safe as $$
      select coalesce(array_agg(distinct part), '{}')
        from (select letter, lead(letter) over (order by place) as next
                from unnest(string_to_array(lower(given), null)) with ordinality as letters (letter, place)) as neighbours,
             lateral (values (letter), (letter || next)) as parts (part)
       where octet_length(part) > char_length(part)
    $$`.execute(db);
  await sql`
    create index generation_search_pairs on generation using gin (user_id, search_pairs(prompt))
    where deleted_at is null and octet_length(prompt) > char_length(prompt)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index generation_search_pairs`.execute(db);
  await sql`drop function search_pairs`.execute(db);
}
