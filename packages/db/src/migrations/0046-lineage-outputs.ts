import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A field that takes several files may take several outputs of one generation, each of which is a source.
  await sql`
    alter table generation_source
      drop constraint generation_source_pkey,
      add constraint generation_source_once
        unique nulls not distinct (generation_id, source_id, relation, field, output_position)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from generation_source more using generation_source first
     where (more.generation_id, more.source_id, more.relation, more.field)
         = (first.generation_id, first.source_id, first.relation, first.field)
       and more.output_position > first.output_position`.execute(db);
  await sql`
    alter table generation_source
      drop constraint generation_source_once,
      add primary key (generation_id, source_id, relation, field)`.execute(db);
}
