import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { parseTimestamp } from './parse-timestamp.ts';
import { hasLostStatements, preparedQuery, watchStatements } from './prepared.ts';
import type { DB } from './schema.gen.ts';

// Counts and credits are bigint in PostgreSQL and stay far below 2^53, so they are plain numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

export type Db = {
  /** For the hot statements, as named prepared queries. */
  pool: pg.Pool;
  /** For everything else. */
  kysely: Kysely<DB>;
  /** Rejects while the database does not answer, or named statements fail; for readiness checks. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * How a pooler between us and PostgreSQL, such as PgBouncer, hands out its connections: each to one of our
 * connections for as long as that lasts, or for one transaction.
 */
export type Pooler = 'none' | 'session' | 'transaction';

type ConnectOptions = {
  databaseUrl: string;
  /** Absent: none. */
  pooler?: Pooler | undefined;
  applicationName: string;
  maxConnections: number;
  /** A connection that breaks while no statement runs on it; without a handler it would end the process. */
  onError: (error: Error) => void;
};

/** A statement that hangs must not hold a web request for ever. */
const timeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };
export const timeoutStatements = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${ms}`);

/**
 * A pooler refuses start-up parameters that it does not know, and in transaction mode what one of our connections sets or
 * prepares is at the next statement that of another one. There the role brings its timeouts (`migrateToLatest`), and no
 * statement has a name.
 */
const optionsByPooler: Readonly<Record<Pooler, pg.PoolConfig>> = {
  none: timeouts,
  session: {
    // Awaited by the pool, in spite of its type.
    onConnect: async (client) => void (await client.query(timeoutStatements.join(';'))),
  },
  transaction: { Client: createUnnamedClient() },
};

function createUnnamedClient(): typeof pg.Client {
  return class extends pg.Client {
    // Of the many forms of `query` only that of a configuration has a name.
    override query = (config: unknown, ...rest: unknown[]): never => {
      const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
      const given = isNamed ? { ...config, name: undefined } : config;
      return (super.query as (...values: unknown[]) => never)(given, ...rest);
    };
  };
}

const askUnderName = preparedQuery('check-database', 'select 1 from kind_closure limit 1');

/** One pool, shared by Kysely and the prepared statements. `close` ends it. */
export function connectDb(options: ConnectOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    ...optionsByPooler[options.pooler ?? 'none'],
  });
  const watch = watchStatements(pool);
  // On every client and not on the pool, which listens to idle ones only: a connection that breaks between two
  // statements of a transaction would end the process.
  pool.on('connect', (client) => {
    watchStatements(client, watch);
    client.on('error', options.onError);
  });
  pool.on('error', () => undefined);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  // kysely.destroy() leaves the pool open when no query ever ran through it.
  return {
    pool,
    kysely,
    async check() {
      await askUnderName(pool, []);
      if (hasLostStatements(watch))
        throw new Error('Statements are prepared on other connections: set DATABASE_POOLER=transaction');
    },
    close: () => pool.end(),
  };
}
