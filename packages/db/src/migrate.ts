import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { FileMigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration';
import pg from 'pg';
import { timeoutStatements } from './connect.ts';

/** Migrations in the order of their file names. A file belongs to it by lying in the folder. */
export const migrationFiles = new FileMigrationProvider({
  fs,
  path,
  migrationFolder: path.join(import.meta.dirname, 'migrations'),
  import: (file) => import(pathToFileURL(file).href),
  onFileIgnored: (file) => {
    throw new Error(`${file} is no migration: it has no function "up".`);
  },
});

type MigrateOptions = {
  /** A role that owns the schema. */
  adminUrl: string;
  /** The role the processes use; created when it is missing and `appPassword` is given. */
  appRole: string;
  appPassword?: string;
  /** Whether the processes come through a pooler in transaction mode, where only the role can bring the timeouts. */
  hasRoleTimeouts?: boolean;
};

/** Brings the schema up to date and gives the app role its rights. Safe to run at every start and in parallel. */
export async function migrateToLatest(options: MigrateOptions): Promise<void> {
  await withMigrator(options.adminUrl, async (migrator, db) => {
    report(await migrator.migrateToLatest());
    // One at a time: two grants on one table at the same moment fail each other.
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('atelier rights'))`.execute(trx);
      await grantRights(trx, options);
    });
  });
}

/** Takes back everything, newest first. For tests and for development only: it drops the tables. */
export async function migrateDown(adminUrl: string): Promise<void> {
  await withMigrator(adminUrl, async (migrator) => {
    for (const _ of await migrator.getMigrations()) report(await migrator.migrateDown());
  });
}

async function withMigrator(
  adminUrl: string,
  work: (migrator: Migrator, db: Kysely<unknown>) => Promise<void>,
): Promise<void> {
  const pool = new pg.Pool({
    connectionString: adminUrl,
    max: 2,
    // A migration may take long, also where its role has the timeouts of the processes.
    onConnect: async (client) => void (await client.query('set statement_timeout = 0')),
  });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await work(new Migrator({ db, provider: migrationFiles }), db);
  } finally {
    await pool.end();
  }
}

function report({ error, results }: MigrationResultSet): void {
  const failed = results?.find((result) => result.status === 'Error');
  if (error) throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
}

async function grantRights(
  db: Kysely<unknown>,
  { appRole, appPassword, hasRoleTimeouts }: MigrateOptions,
): Promise<void> {
  const role = sql.id(appRole);
  const { rows } = await sql`select 1 from pg_roles where rolname = ${appRole}`.execute(db);
  if (rows.length === 0) {
    if (!appPassword) throw new Error(`The role ${appRole} does not exist; create it or give its password`);
    await sql`create role ${role} login password ${sql.lit(appPassword)}`.execute(db);
  } else if (appPassword) {
    await sql`alter role ${role} login password ${sql.lit(appPassword)}`.execute(db);
  }
  await sql`grant usage on schema public to ${role}`.execute(db);
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(db);
  await sql`grant usage on all sequences in schema public to ${role}`.execute(db);
  // Entries are added, never changed: the ledger is proof only while no process can rewrite it.
  await sql`revoke update, delete, truncate on ledger_entry from ${role}`.execute(db);
  await sql`revoke update, delete, truncate on ledger_checkpoint from ${role}`.execute(db);
  // The same for the audit log, whose personal columns may be emptied.
  await sql`revoke update, delete, truncate on audit_event from ${role}`.execute(db);
  await sql`grant update (address, user_agent) on audit_event to ${role}`.execute(db);
  if (hasRoleTimeouts) {
    const { rows: names } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const place = sql`role ${role} in database ${sql.id(names[0]?.name ?? '')}`;
    for (const timeout of timeoutStatements) await sql`alter ${place} ${sql.raw(timeout)}`.execute(db);
  }
  await sql`revoke all on kysely_migration, kysely_migration_lock from ${role}`.execute(db);
}
