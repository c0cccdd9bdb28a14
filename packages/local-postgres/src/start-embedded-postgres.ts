import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findServerBase, hasCluster, openDataDir, serverDataDirUnder } from './data-dir.ts';
import { explainLog, isPassing, isPortTaken } from './explain-log.ts';
import { findFreePort, isPortFree } from './free-port.ts';
import { initCluster } from './init-cluster.ts';
import { type KeptServer, keepServer, ServerEnded } from './keep-server.ts';
import { acquireLock, type HeldLock } from './lock-file.ts';
import { chooseServerAccount, type ServerAccount } from './server-account.ts';
import { prepareServerFiles } from './server-files.ts';
import { readServerRecord, type ServerRecord, writeServerRecord } from './server-record.ts';
import { StartProblem } from './start-problem.ts';
import { stopOrphan } from './stop-orphan.ts';

export type EmbeddedPostgresOptions = {
  /** The folder of this installation; holds the server's files, unless the server's account cannot reach it. */
  dataDir: string;
  /** Default: the port of the last start if it is free, else any free one. */
  port?: number;
  /** Trades durability for speed and removes `dataDir` at the end, for tests. */
  temporary?: boolean;
  /** One line of the server's log. */
  onLog?: (line: string) => void;
};

export type EmbeddedPostgres = {
  /** Superuser's connection string for the database `atelier`. */
  adminUrl: string;
  appRole: string;
  appPassword: string;
  port: number;
  /** The application role's connection string; the migrations create the role. */
  appUrl(database?: string): string;
  toAdminUrl(database: string): string;
  /** Fast shutdown; resolves when server and keeper are gone. */
  stop(): Promise<void>;
  /** Resolves with the reason when the server has ended, requested or not. */
  ended: Promise<string>;
};

type Cluster = {
  dataDir: string;
  serverDataDir: string;
  account: ServerAccount | undefined;
  postgres: string;
  record: ServerRecord;
  temporary: boolean;
  onLog: (line: string) => void;
};

const appRole = 'atelier_app';
const mainDatabase = 'atelier';
const retryForMs = 6_000;
/** Nothing outlives the run: no durability, no archive, and little log of what has been written. */
const temporarySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
];

/**
 * Starts PostgreSQL 18 from the binaries that npm installed, on 127.0.0.1 only, with its data in `dataDir`.
 * Works as root (the server then runs under an unprivileged account) and as an ordinary user, after a crash, and next
 * to other servers on the machine. Throws `StartProblem` with a sentence that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = openDataDir(options.dataDir);
  const attempt = acquireLock(join(dataDir, 'postgres.lock'));
  if (!attempt.ok) {
    const where = attempt.note === '' ? '' : ` (PostgreSQL on ${attempt.note})`;
    throw new StartProblem(
      `${dataDir} is in use by process ${attempt.pid}${where}: stop that one first, or set DATA_DIR to another folder.`,
    );
  }
  try {
    const cluster = await openCluster(dataDir, options);
    const { server, port } = await startServer(cluster, options.port);
    attempt.lock.setNote(`127.0.0.1:${port}`);
    return await present(cluster, server, port, attempt.lock);
  } catch (error) {
    attempt.lock.release();
    throw error;
  }
}

async function openCluster(dataDir: string, options: EmbeddedPostgresOptions): Promise<Cluster> {
  const { temporary = false, onLog = () => undefined } = options;
  const record = readServerRecord(dataDir);
  const account = chooseServerAccount(record.serverDataDir);
  const base = findServerBase(account, dataDir);
  const serverDataDir = record.serverDataDir ?? serverDataDirUnder(base, dataDir);
  const { initdb, postgres } = prepareServerFiles(account, base);
  // Files that exist without a record belong to a DATA_DIR that was deleted; initCluster replaces them.
  if (record.serverDataDir === undefined || !hasCluster(serverDataDir)) {
    // The password is stored before the cluster exists, so a start that is killed here can be repeated.
    writeServerRecord(dataDir, record);
    await initCluster({ initdb, account, serverDataDir, password: record.password, temporary });
    record.serverDataDir = serverDataDir;
    writeServerRecord(dataDir, record);
  } else {
    await stopOrphan(serverDataDir, onLog);
  }
  return { dataDir, serverDataDir, account, postgres, record, temporary, onLog };
}

/** Retries for some seconds when the cause is temporary: backends of a killed server, a port just lost. */
async function startServer(
  cluster: Cluster,
  wantedPort?: number,
): Promise<{ server: KeptServer; port: number }> {
  const deadline = performance.now() + retryForMs;
  let port = await choosePort(wantedPort, cluster.record.port);
  for (;;) {
    const server = keepServer(startOrder(cluster, port), cluster.onLog);
    try {
      await server.ready;
      if (cluster.record.port !== port) writeServerRecord(cluster.dataDir, { ...cluster.record, port });
      return { server, port };
    } catch (error) {
      await server.stop();
      if (!(error instanceof ServerEnded)) throw error;
      if (!isPassing(error.log) || performance.now() > deadline) {
        throw explainLog(error.log || error.message, cluster.serverDataDir);
      }
      if (isPortTaken(error.log)) port = await choosePort(wantedPort, undefined);
    }
    await delay(250);
  }
}

async function choosePort(wanted: number | undefined, remembered: number | undefined): Promise<number> {
  if (wanted !== undefined && !(await isPortFree(wanted))) {
    throw new StartProblem(
      `Port ${wanted}, requested for PostgreSQL, is already in use on 127.0.0.1: choose another one.`,
    );
  }
  if (wanted !== undefined) return wanted;
  if (remembered !== undefined && (await isPortFree(remembered))) return remembered;
  return findFreePort();
}

function startOrder(cluster: Cluster, port: number): Parameters<typeof keepServer>[0] {
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  if (cluster.temporary) settings.push(...temporarySettings);
  const flags = settings.flatMap((setting) => ['-c', setting]);
  return {
    type: 'start',
    program: cluster.postgres,
    args: ['-D', cluster.serverDataDir, '-p', String(port), ...flags],
    account: cluster.account,
    removeAfterwards: cluster.temporary ? [cluster.serverDataDir, cluster.dataDir] : [],
  };
}

async function present(
  cluster: Cluster,
  server: KeptServer,
  port: number,
  lock: HeldLock,
): Promise<EmbeddedPostgres> {
  const { password, appPassword } = cluster.record;
  const formatUrl = (role: string, secret: string, database: string) =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/${database}`;
  const toAdminUrl = (database: string) => formatUrl('postgres', password, database);
  try {
    await createDatabaseIfMissing(toAdminUrl('postgres'), mainDatabase);
  } catch (error) {
    await server.stop();
    throw error;
  }
  void server.ended.then(() => lock.release());
  return {
    adminUrl: toAdminUrl(mainDatabase),
    appRole,
    appPassword,
    port,
    appUrl: (database = mainDatabase) => formatUrl(appRole, appPassword, database),
    toAdminUrl,
    stop: () => server.stop(),
    ended: server.ended,
  };
}

async function createDatabaseIfMissing(maintenanceUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: maintenanceUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
