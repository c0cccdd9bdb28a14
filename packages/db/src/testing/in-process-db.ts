// PostgreSQL in this process, for simulations that decide about every statement. The library is the caller's: anything
// that answers PostgreSQL's protocol synchronously, as PGlite does.
import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { serialize } from 'pg-protocol';
import type {
  BackendMessage,
  DatabaseError,
  DataRowMessage,
  RowDescriptionMessage,
} from 'pg-protocol/dist/messages.js';
import { Parser } from 'pg-protocol/dist/parser.js';
import type { Db } from '../connect.ts';
import { migrationFiles } from '../migrate.ts';
import { createPageAnchors } from '../queries/library/page-anchors.ts';
import { createTimeZoneResolver } from '../resolve-time-zone.ts';
import type { DB } from '../schema.gen.ts';

type Lite = { execProtocolRawSync: (message: Uint8Array) => Uint8Array };

export type Statement = { name: string | undefined; text: string; values: readonly unknown[] };
export type StatementResult = { rows: Record<string, unknown>[]; rowCount: number; command: string };
/** `first` is run before it in the same round trip, and its result is dropped. */
export type Run = (statement: Statement, first?: Statement) => StatementResult;

type Prepared = { name: string; columns: RowDescriptionMessage['fields'] };

/** Runs one statement on the only connection. Each text is parsed and planned once, as on a connection of a server. */
export function createRunner(lite: Lite): Run {
  const known = new Map<string, Prepared>();

  function send(...parts: Uint8Array[]): BackendMessage[] {
    const messages: BackendMessage[] = [];
    const answer = lite.execProtocolRawSync(Buffer.concat([...parts, serialize.sync()]));
    new Parser().parse(Buffer.from(answer), (message) => messages.push(message));
    const error = messages.find(({ name }) => name === 'error') as DatabaseError | undefined;
    if (error) throw Object.assign(new Error(error.message), { ...error, stack: undefined });
    return messages;
  }

  function prepare(text: string): Prepared {
    const before = known.get(text);
    if (before) return before;
    const name = `s${known.size}`;
    const messages = send(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }));
    const description = messages.find((message) => message.name === 'rowDescription');
    const prepared = { name, columns: (description as RowDescriptionMessage | undefined)?.fields ?? [] };
    known.set(text, prepared);
    return prepared;
  }

  function execute({ name: statement }: Prepared, values: readonly unknown[]): Uint8Array[] {
    return [serialize.bind({ statement, values: values.map(toText) }), serialize.execute()];
  }

  return ({ text, values }, first) => {
    const prepared = prepare(text);
    const before = first ? execute(prepare(first.text), first.values) : [];
    const answered = send(...before, ...execute(prepared, values));
    const isEnd = ({ name }: BackendMessage) => name === 'commandComplete';
    const messages = first ? answered.slice(answered.findIndex(isEnd) + 1) : answered;
    const end = messages.find(isEnd) as { text: string } | undefined;
    const [command = '', ...counts] = (end?.text ?? '').split(' ');
    const rows = messages
      .filter(({ name }) => name === 'dataRow')
      .map((row) => toRow(prepared.columns, (row as DataRowMessage).fields));
    return { rows, rowCount: Number(counts.at(-1) ?? 0), command };
  };
}

function toRow(columns: RowDescriptionMessage['fields'], fields: unknown[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, dataTypeID }, index) => {
      const value = fields[index] as string | null;
      return [name, value === null ? null : pg.types.getTypeParser(dataTypeID, 'text')(value)];
    }),
  );
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(toText(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Runs a statement as a pool of `pg` does, for this package and for Kysely. */
export type QueryPool = (statement: Statement) => Promise<StatementResult>;

/** The same as `connectDb`, over a function that runs a statement. */
export function createInProcessDb(runStatement: QueryPool): Db {
  const query = (
    statement: string | { name?: string; text: string; values?: unknown[] },
    values?: unknown[],
  ) =>
    typeof statement === 'string'
      ? runStatement({ name: undefined, text: statement, values: values ?? [] })
      : runStatement({ name: statement.name, text: statement.text, values: statement.values ?? [] });
  const client = { query, release: () => undefined };
  const pool = { query, connect: async () => client, end: async () => undefined } as unknown as pg.Pool;
  return {
    pool,
    kysely: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pageAnchors: createPageAnchors(),
    resolveTimeZone: createTimeZoneResolver(pool),
    check: async () => undefined,
    close: async () => undefined,
  };
}

/** All migrations, without roles and their rights. */
export async function migrateInProcess(run: Run): Promise<void> {
  const { kysely: db } = createInProcessDb(async (statement) => run(statement));
  const { error } = await new Migrator({ db, provider: migrationFiles }).migrateToLatest();
  if (error) throw error;
}
