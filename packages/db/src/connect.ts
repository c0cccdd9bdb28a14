import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { parseTimestamp } from './parse-timestamp.ts';
import type { DB } from './schema.gen.ts';

// Counts and credits are bigint in PostgreSQL and stay far below 2^53, so they are plain numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

export type Db = {
  /** For the hot statements, as named prepared queries. */
  pool: pg.Pool;
  /** For everything else. */
  kysely: Kysely<DB>;
  close: () => Promise<void>;
};

type ConnectOptions = {
  databaseUrl: string;
  applicationName: string;
  maxConnections: number;
  /** A connection that breaks while no statement runs on it; without a handler it would end the process. */
  onError: (error: Error) => void;
};

/** One pool, shared by Kysely and the prepared statements. `close` ends it. */
export function connectDb(options: ConnectOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    // A statement that hangs must not hold a web request for ever.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // On every client and not on the pool, which listens to idle ones only: a connection that breaks between two
  // statements of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', options.onError));
  pool.on('error', () => undefined);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // kysely.destroy() leaves the pool open when no query ever ran through it.
  return { pool, kysely, close: () => pool.end() };
}
