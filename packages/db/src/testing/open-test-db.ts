import { createTestDatabase } from '@atelier/dev-stack/testing';
import pg from 'pg';
import { connectDb, type Db } from '../connect.ts';
import { findLedgerProblems } from '../queries/checkpoints/ledger-check.ts';

export type TestDb = Db & {
  adminUrl: string;
  appUrl: string;
  /** Runs a statement as the owner of the schema, for work that the app role must not do. */
  asOwner<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Lists problems of the ledger; must be empty after every test. */
  ledgerProblems(): ReturnType<typeof findLedgerProblems>;
  drop(): Promise<void>;
};

/** Opens a migrated database for this test file, as the application role. */
export async function openTestDb(maxConnections = 10): Promise<TestDb> {
  const database = await createTestDatabase();
  const db = connectDb({
    databaseUrl: database.appUrl,
    applicationName: 'test',
    maxConnections,
    // A thousand calls at once wait for ten connections, on a machine that also runs other tests.
    connectionTimeoutMs: 30_000,
    // Dropping the database cuts what is still open.
    onError: () => undefined,
  });
  const owner = new pg.Pool({ connectionString: database.adminUrl, max: 2 });
  owner.on('error', () => undefined);
  return {
    ...db,
    adminUrl: database.adminUrl,
    appUrl: database.appUrl,
    async asOwner<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) {
      return (await owner.query<Row>(text, values)).rows;
    },
    ledgerProblems: () => findLedgerProblems(db.pool),
    async drop() {
      await owner.end();
      await db.close();
      await database.drop();
    },
  };
}

/** Creates a database without any schema; the caller migrates it. */
export async function createEmptyDatabase(adminUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.query(`create database ${name}`);
  await client.end();
  return Object.assign(new URL(adminUrl), { pathname: `/${name}` }).href;
}
