import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { parseTimestamp } from './parse-timestamp.ts';
import { hasLostStatements, preparedQuery, watchStatements } from './prepared.ts';
import { createPageAnchors, type PageAnchors } from './queries/library/page-anchors.ts';
import { createTimeZoneResolver, type ResolveTimeZone } from './resolve-time-zone.ts';
import type { DB } from './schema.gen.ts';

// Counts and credits are bigint in PostgreSQL and stay far below 2^53, so they are plain numbers here.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamp);

export type Db = {
  /** Pool of the hot statements, as named prepared queries. */
  pool: pg.Pool;
  /** Query builder of all other statements. */
  kysely: Kysely<DB>;
  /** Where deep pages of lists began; of this process. */
  pageAnchors: PageAnchors;
  resolveTimeZone: ResolveTimeZone;
  /** Rejects while the database does not answer, or named statements fail; for readiness checks. */
  check: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Mode of a pooler between us and PostgreSQL, such as PgBouncer: it assigns a connection to one of our connections for as
 * long as that lasts, or for one transaction.
 */
export type Pooler = 'none' | 'session' | 'transaction';

type ConnectOptions = {
  databaseUrl: string;
  /** No pooler when absent. */
  pooler?: Pooler | undefined;
  applicationName: string;
  maxConnections: number;
  /** How long a statement waits for a free connection before it fails; 5 s when absent. */
  connectionTimeoutMs?: number;
  /** Called when a connection breaks while no statement runs on it; without a handler, that would end the process. */
  onError: (error: Error) => void;
};

/** Timeouts, so that a hanging statement does not hold a web request for ever. */
const timeouts = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 30_000 };
export const timeoutStatements = Object.entries(timeouts).map(([name, ms]) => `set ${name} = ${ms}`);

/**
 * A pooler refuses unknown start-up parameters, and in transaction mode, settings and prepared statements of one of our
 * connections appear on another. In that mode the timeouts belong to the role (`migrateToLatest`), and no statement has a
 * name.
 */
const optionsByPooler: Readonly<Record<Pooler, pg.PoolConfig>> = {
  none: timeouts,
  session: {
    // The pool awaits it, in spite of its type.
    onConnect: async (client) => void (await client.query(timeoutStatements.join(';'))),
  },
  transaction: { Client: createUnnamedClient() },
};

function createUnnamedClient(): typeof pg.Client {
  return class extends pg.Client {
    // Only the form of `query` that takes a configuration has a name.
    override query = (config: unknown, ...rest: unknown[]): never => {
      const isNamed = typeof config === 'object' && config !== null && 'name' in config && 'text' in config;
      const given = isNamed ? { ...config, name: undefined } : config;
      return (super.query as (...values: unknown[]) => never)(given, ...rest);
    };
  };
}

const askUnderName = preparedQuery('check-database', 'select 1 from kind_closure limit 1');

/** Opens one pool, shared by Kysely and the prepared statements. `close` ends it. */
export function connectDb(options: ConnectOptions): Db {
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    application_name: options.applicationName,
    max: options.maxConnections,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 5_000,
    keepAlive: true,
    ...optionsByPooler[options.pooler ?? 'none'],
  });
  const watch = watchStatements(pool);
  // Listens on every client, as the pool listens to idle ones only: a connection that breaks between two
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
    pageAnchors: createPageAnchors(),
    resolveTimeZone: createTimeZoneResolver(pool),
    async check() {
      await askUnderName(pool, []);
      if (hasLostStatements(watch))
        throw new Error('Statements are prepared on other connections: set DATABASE_POOLER=transaction');
    },
    close: () => pool.end(),
  };
}
