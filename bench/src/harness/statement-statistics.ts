import { startEmbeddedPostgres } from '@atelier/local-postgres';
import pg from 'pg';

/** Lets the database in this folder, which no server runs on, keep statistics of its statements. */
export async function keepStatementStatistics(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: server.adminUrl });
  try {
    await client.connect();
    await client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await client.query('create extension pg_stat_statements');
    await client.end();
  } finally {
    await server.stop();
  }
}

export type StatementUse = { what: string; calls: number; ms: number };

export type DatabaseUse = {
  /** Statements of the application's clients, the longest in total first. */
  statements: StatementUse[];
  /** Transactions that wrote something. */
  writes: number;
};

/** Begins to count; `read` returns what was run since then, without what this itself asks. */
export async function countStatements(adminUrl: string): Promise<{ read(): Promise<DatabaseUse> }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  // A transaction that writes has a number of its own.
  const newest = async () =>
    Number(
      (await client.query('select pg_snapshot_xmax(pg_current_snapshot())::text as id')).rows[0]?.id ?? 0,
    );
  await client.query('select pg_stat_statements_reset()');
  const before = await newest();
  return {
    async read() {
      const writes = (await newest()) - before;
      const { rows } = await client.query<{ query: string; calls: number; ms: number }>(
        `select query, calls::float8 as calls, total_exec_time as ms from pg_stat_statements
          where userid <> (select oid from pg_roles where rolname = current_user) order by total_exec_time desc`,
      );
      await client.end();
      return { statements: rows.map(({ query, ...use }) => ({ what: describe(query), ...use })), writes };
    },
  };
}

function describe(query: string): string {
  return /recordset|= any ?\(/i.test(query) ? `${listTables(query)}, of many` : listTables(query);
}

/** The tables that a statement writes, or the one that it reads, or its beginning. */
function listTables(query: string): string {
  const written = [...query.matchAll(/(?<!for |key )\b(insert into|update|delete from) ([a-z_]+)/gi)];
  const tables = [...new Set(written.map(([, verb = '', table]) => `${verb.split(' ')[0]} ${table}`))];
  if (tables.length > 0) return tables.join(', ');
  const [, read] = /\bfrom ([a-z_]+)/i.exec(withoutSubqueries(query)) ?? [];
  return read ? `read ${read}` : query.replaceAll(/\s+/g, ' ').slice(0, 60);
}

function withoutSubqueries(query: string): string {
  const outer = query.replaceAll(/\([^()]*\)/g, '');
  return outer === query ? query : withoutSubqueries(outer);
}
