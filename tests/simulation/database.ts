// PostgreSQL in this process, with the real migrations and a clock of our own.
import { createRunner, migrateInProcess, type Run, type Statement } from '@atelier/db/in-process';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

export type Database = {
  run: Run;
  /** Runs a statement that no process makes. */
  sql(text: string, values?: unknown[]): Record<string, unknown>[];
  setClock(nowMs: number): void;
  /** Removes every row. */
  empty(): void;
  close(): Promise<void>;
};

/**
 * Found before pg_catalog's own, also by defaults of columns, since the migrations run with this path and make their
 * tables here.
 */
const virtualNow = `
  create schema virtual;
  create function virtual.now() returns timestamptz language sql stable as
    $$ select current_setting('virtual.now')::timestamptz $$;
  create function virtual.clock_timestamp() returns timestamptz language sql stable as $$ select virtual.now() $$;
  set search_path = virtual, pg_catalog, public;
  set virtual.now = '2030-01-01T00:00:00Z';
  set plan_cache_mode = force_generic_plan;
  set track_counts = off;
  set track_activities = off;
  set jit = off;
  set synchronous_commit = off;`;

/** Drops the indexes without a constraint: they only speed up large tables, and here cost a write for each changed row. */
async function dropIndexes(lite: PGlite): Promise<void> {
  await lite.exec(`do $$
    declare
      name regclass;
    begin
      for name in
        select i.indexrelid from pg_index i join pg_class c on c.oid = i.indrelid
         where c.relnamespace = 'virtual'::regnamespace and not i.indisunique and not i.indisexclusion loop
        execute format('drop index %s', name);
      end loop;
    end $$`);
}

/** Rows that a schedule may leave, children first. */
const tables = [
  'cost_finding',
  'generation_earning',
  'provider_cost',
  'file_write',
  'output',
  'outbox',
  'idempotency_key',
  'provider_event',
  'provider_submission',
  'webhook_delivery',
  'ledger_entry',
  'generation',
  'purchase',
  'credit_account',
  'oauth_account',
  'app_user',
  // Deleted marks leave nothing to be counted and booked, which would take a step for every six hours since the
  // schedule before.
  'kind_hour_mark',
  'cost_mark',
  'provider_breaker',
];

export async function openDatabase(): Promise<Database> {
  const lite = await PGlite.create({ extensions: { pg_trgm, btree_gin } });
  await lite.exec(virtualNow);
  const runner = createRunner(lite as unknown as Parameters<typeof createRunner>[0]);
  let clockMs: number | undefined;
  /** Clock that the connection is set to; undefined when a failed statement may have undone it. */
  let setMs: number | undefined;
  const run: Run = (statement) => {
    const isControl = transactionControl.test(statement.text);
    const clock = clockMs === setMs || isControl ? undefined : clockStatement(clockMs);
    if (clock || isControl) setMs = undefined;
    const result = withRealClock(() => runner(statement, clock));
    if (clock) setMs = clockMs;
    return result;
  };
  await migrateInProcess(run);
  await dropIndexes(lite);
  const sql: Database['sql'] = (text, values = []) => run({ name: undefined, text, values }).rows;
  let emptied = 0;
  return {
    run,
    sql,
    setClock(nowMs) {
      clockMs = nowMs;
    },
    empty() {
      // The ledger refuses to be changed, except by who may switch triggers off.
      sql('set session_replication_role = replica');
      // Deleted rows would fill the tables, since nothing vacuums them.
      emptied += 1;
      if (emptied % 64 === 0) sql(`truncate ${tables.join(', ')} cascade`);
      else for (const table of tables) sql(`delete from ${table}`);
      sql('set session_replication_role = origin');
    },
    close: () => lite.close(),
  };
}

/** An aborted transaction takes nothing but its end, and a rollback undoes settings. */
const transactionControl = /^\s*(begin|commit|rollback|start)\b/i;

function clockStatement(nowMs = 0): Statement {
  const text = `select set_config('virtual.now', $1, false)`;
  return { name: undefined, text, values: [new Date(nowMs)] };
}

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  clearTimeout: globalThis.clearTimeout,
  performance: globalThis.performance,
};

/** PostgreSQL has timers of its own, which virtual time would set for years. */
function withRealClock<T>(work: () => T): T {
  const virtual = {
    Date: globalThis.Date,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    performance: globalThis.performance,
  };
  Object.assign(globalThis, real);
  try {
    return work();
  } finally {
    Object.assign(globalThis, virtual);
  }
}
