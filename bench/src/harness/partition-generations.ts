import type { Queryable } from '@atelier/db';

type Named = { name: string; on_table: string; definition: string };

/** First byte of today's ids, which are version 7; see partitionGenerations. */
const firstByte = 2;

/**
 * Makes `generation` a table of partitions by ranges of its ids, of which the one that was there is the first and has every
 * row; nothing is copied. `on` is a connection of the schema's owner. The id of fal's request is no longer unique.
 */
export async function partitionGenerations(on: Queryable): Promise<void> {
  const referring = await listConstraints(on, "contype = 'f' and confrelid = 'generation'::regclass");
  const referred = await listConstraints(on, "contype = 'f' and conrelid = 'generation'::regclass");
  const indexes = await toPlainIndexes(on);
  for (const { name, on_table } of referring)
    await on.query(`alter table ${on_table} drop constraint ${name}`);
  await on.query('alter table generation drop constraint generation_provider_request_id_key');
  await on.query('alter table generation rename to generation_first');
  await on.query('alter table generation_first rename constraint generation_pkey to generation_first_pkey');
  for (const { name } of indexes) await on.query(`alter index ${name} rename to ${name}_first`);
  await on.query(
    `create table generation (like generation_first including defaults including constraints, primary key (id))
     partition by range (id)`,
  );
  for (const { definition } of indexes) await on.query(definition);
  for (const { name, definition } of referred)
    await on.query(`alter table generation add constraint ${name} ${definition}`);
  await on.query(
    `alter table generation attach partition generation_first for values from (minvalue) to ('${idFrom(firstByte)}')`,
  );
  for (const { name, on_table, definition } of referring)
    await on.query(`alter table ${on_table} add constraint ${name} ${definition}`);
  await grantAsOn(on, 'generation_first');
}

/**
 * Makes `generation` a table of so many partitions by the owner, into which every row is copied. `on` is a connection of
 * the schema's owner. Keys of a partitioned table contain what it is divided by, so an id alone is unique no more, and what
 * refers to a generation by its id has no foreign key.
 */
export async function partitionByOwner(on: Queryable, count: number): Promise<void> {
  const referring = await listConstraints(on, "contype = 'f' and confrelid = 'generation'::regclass");
  const referred = await listConstraints(on, "contype = 'f' and conrelid = 'generation'::regclass");
  const indexes = await toPlainIndexes(on);
  for (const { name, on_table } of referring)
    await on.query(`alter table ${on_table} drop constraint ${name}`);
  await on.query('alter table generation rename to generation_whole');
  for (const { name } of indexes) await on.query(`alter index ${name} rename to ${name}_whole`);
  await on.query(
    `create table generation (like generation_whole including defaults including constraints, primary key (user_id, id))
     partition by hash (user_id)`,
  );
  for (let rest = 0; rest < count; rest += 1)
    await on.query(
      `create table generation_of_${rest} partition of generation for values with (modulus ${count}, remainder ${rest})`,
    );
  await on.query('create index generation_id on generation (id)');
  await on.query('create index generation_provider_request on generation (provider_request_id)');
  for (const { definition } of indexes) await on.query(definition);
  await on.query('insert into generation select * from generation_whole');
  for (const { name, definition } of referred)
    await on.query(`alter table generation add constraint ${name} ${definition}`);
  await grantAsOn(on, 'generation_whole');
  await on.query('analyze generation');
}

/** Adds empty partitions ahead, up to so many in all. */
export async function addPartitions(on: Queryable, before: number, until: number): Promise<void> {
  for (let number = before; number < until; number += 1) {
    const from = firstByte + number - 1;
    await on.query(
      `create table generation_${number} partition of generation
       for values from ('${idFrom(from)}') to ('${idFrom(from + 1)}')`,
    );
  }
  await on.query('analyze generation');
}

async function toPlainIndexes(on: Queryable): Promise<Named[]> {
  const { rows } = await on.query<Named>(
    `select c.relname as name, '' as on_table, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'generation'::regclass and not i.indisunique`,
  );
  return rows;
}

async function grantAsOn(on: Queryable, table: string): Promise<void> {
  await on.query(
    `do $$ begin execute (select string_agg(format('grant select, insert, update, delete on generation to %I', grantee), ';')
       from (select distinct grantee from information_schema.table_privileges
              where table_name = '${table}' and grantee <> current_user) as given); end $$`,
  );
}

async function listConstraints(on: Queryable, condition: string): Promise<Named[]> {
  const { rows } = await on.query<Named>(
    `select conname as name, conrelid::regclass::text as on_table, pg_get_constraintdef(oid) as definition
       from pg_constraint where conparentid = 0 and ${condition}`,
  );
  return rows;
}

function idFrom(byte: number): string {
  return `${byte.toString(16).padStart(2, '0')}000000-0000-0000-0000-000000000000`;
}
