import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // Counts every departure of records from the lists, and every return, whichever version of the product does it: once in a
  // transaction for each owner. The order is that of those statements: records, then account.
  await sql`
    create function count_record_moves() returns trigger language plpgsql as $$
    begin
      if current_setting('atelier.moved_records_of', true) is distinct from new.user_id::text then
        update credit_account set record_moves = record_moves + 1 where user_id = new.user_id;
        perform set_config('atelier.moved_records_of', new.user_id::text, true);
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger record_moves_are_counted after update of deleted_at on generation
    for each row when (old.deleted_at is distinct from new.deleted_at)
    execute function count_record_moves()`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger record_moves_are_counted on generation`.execute(db);
  await sql`drop function count_record_moves`.execute(db);
}
