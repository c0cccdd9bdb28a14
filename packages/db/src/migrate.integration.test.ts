import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { migrateDown, migrateToLatest } from './migrate.ts';
import { createEmptyDatabase, openTestDb } from './testing/open-test-db.ts';
import { createUser, reserve } from './testing/samples.ts';

const db = await openTestDb();
afterAll(() => db.drop());

const appRole = new URL(db.appUrl).username;
const emptyDatabase = (name: string) =>
  createEmptyDatabase(db.adminUrl, `${new URL(db.adminUrl).pathname.slice(1)}_${name}`);

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const describeSchema = (url: string) =>
  ask(
    url,
    `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
      where table_schema = 'public' and table_name not like 'kysely%'
     union all
     select tablename, indexname, indexdef, null, null from pg_indexes
      where schemaname = 'public' and tablename not like 'kysely%'
     union all
     select conrelid::regclass::text, conname, pg_get_constraintdef(oid), null, null from pg_constraint
      where connamespace = 'public'::regnamespace and conrelid::regclass::text not like 'kysely%'
     order by 1, 2, 3`,
  );

describe('migrations', () => {
  it('go up, down to nothing, and up to the same again', async () => {
    const adminUrl = await emptyDatabase('updown');
    await migrateToLatest({ adminUrl, appRole });
    const first = await describeSchema(adminUrl);
    await migrateDown(adminUrl);
    expect(await describeSchema(adminUrl)).toEqual([]);
    await migrateToLatest({ adminUrl, appRole });
    expect(await describeSchema(adminUrl)).toEqual(first);
    expect(first.length).toBeGreaterThan(100);
  });

  it('may be started by several processes at once', async () => {
    const adminUrl = await emptyDatabase('atonce');
    await Promise.all(Array.from({ length: 4 }, () => migrateToLatest({ adminUrl, appRole })));
    await migrateToLatest({ adminUrl, appRole });
    expect(await ask(adminUrl, 'select count(*)::integer as users from app_user')).toEqual([{ users: 0 }]);
  });

  it('say so when the role is missing and no password is given', async () => {
    const adminUrl = await emptyDatabase('norole');
    await expect(migrateToLatest({ adminUrl, appRole: 'nobody_at_all' })).rejects.toThrow(/nobody_at_all/);
  });

  it('are what the generated types were made from', async () => {
    const adminUrl = await emptyDatabase('types');
    await migrateToLatest({ adminUrl, appRole });
    const root = join(import.meta.dirname, '..');
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const [, ...words] = scripts.types.match(/'[^']*'|\S+/g);
    const settings = words.map((word: string) => word.replace(/^'|'$/g, ''));
    const program = join(fileURLToPath(import.meta.resolve('kysely-codegen')), '../cli/bin.js');
    // Exits with 1 and says so when the file would come out differently.
    await promisify(execFile)(process.execPath, [program, ...settings, '--verify', '--url', adminUrl], {
      cwd: root,
    });
  });
});

describe('the schema', () => {
  it('has an index for every foreign key', async () => {
    const uncovered = await db.asOwner(`
      select c.conrelid::regclass::text as on_table, c.conname
        from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and not exists (
           select from pg_index i
            where i.indrelid = c.conrelid
              -- What refers to a row is never null, so an index without the nulls serves as well.
              and coalesce(pg_get_expr(i.indpred, i.indrelid) = (
                    select '(' || attname || ' IS NOT NULL)' from pg_attribute
                     where attrelid = c.conrelid and attnum = c.conkey[1]), true)
              and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)`);
    expect(uncovered).toEqual([]);
  });

  it('lets the application role do its work and nothing else', async () => {
    const rights = await db.asOwner<{ table_name: string; rights: string }>(
      `select table_name, string_agg(privilege_type, ' ' order by privilege_type) as rights
         from information_schema.table_privileges
        where grantee = $1 and table_schema = 'public' group by table_name order by table_name`,
      [appRole],
    );
    expect(rights.length).toBeGreaterThan(10);
    for (const { table_name: table, rights: given } of rights) {
      const isAppendOnly = ['audit_event', 'ledger_checkpoint', 'ledger_entry'].includes(table);
      const wanted = isAppendOnly ? 'INSERT SELECT' : 'DELETE INSERT SELECT UPDATE';
      expect([table, given]).toEqual([table, wanted]);
    }
  });
});

describe('the ledger', () => {
  const changes = [
    'update ledger_entry set d_available = 1',
    'delete from ledger_entry',
    'truncate ledger_entry',
    // A statement that changes no row is refused as well.
    'update ledger_entry set reason = null where false',
  ];

  it.each(changes)('does not let the application %s', async (statement) => {
    await reserve(db, await createUser(db, 1_000));
    await expect(db.pool.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it.each(changes)('does not let its owner %s', async (statement) => {
    await expect(db.asOwner(statement)).rejects.toMatchObject({ code: '23001' });
    expect(await db.ledgerProblems()).toEqual([]);
  });
});
