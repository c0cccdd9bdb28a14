import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connectDb, type Db, upsertUserFromIdentity } from '@atelier/db';
import { grantPurchase } from '@atelier/db/testing';
import {
  childEnv,
  localSubject,
  type ManagedProcess,
  type ProcessEnd,
  repositoryRoot,
  type Settings,
  startOpenidProvider,
  startProcess,
} from '@atelier/dev-stack';
import { createTestDatabase, createTestFolder, sharedMedia } from '@atelier/dev-stack/testing';
import { type FalEmulator, startFalEmulator } from '@atelier/fal-emulator';
import { findFreePort } from '@atelier/local-postgres';
import { sharedMediaProcess } from '@atelier/media/shared-media-process';
import { type ApiProxy, startProxy } from './start-proxy.ts';

export const metricsToken = 'many-processes-token';
export const email = 'paid@atelier.test';
const names = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const;

export type ProcessName = (typeof names)[number];

export type Processes = {
  db: Db;
  emulator: FalEmulator;
  proxy: ApiProxy;
  /** The address of each process: an api's for requests, a worker's for probes. */
  formatUrl(name: ProcessName): string;
  /** Starts the process at its address and waits until it is ready. */
  start(name: ProcessName): Promise<void>;
  /** Sends SIGTERM and returns how the process ended; throws after 25 s. */
  stop(name: ProcessName): Promise<ProcessEnd>;
  kill(name: ProcessName): Promise<ProcessEnd>;
  /** Everything logged under this name, across restarts. */
  readLog(name: ProcessName): Record<string, unknown>[];
  close(): Promise<void>;
};

export type ProcessesOptions = {
  redisUrl: string | undefined;
  settings?: Settings;
  /** Changes the settings of single processes. */
  change?: (name: ProcessName, settings: Settings) => Settings;
};

const stopLimitMs = 25_000;

/** Two api and two worker processes behind one proxy, and one user with plenty of credits. */
export async function openProcesses(options: ProcessesOptions): Promise<Processes> {
  const { redisUrl, settings = {}, change = () => ({}) } = options;
  const [database, dataDir] = [await createTestDatabase(), await createTestFolder('many')];
  const ports = await choosePorts();
  const proxy = await startProxy([ports['api-1'], ports['api-2']]);
  const emulator = await startFalEmulator({
    speed: 0,
    cacheDir: join(dataDir, 'emulator'),
    ...(await sharedMedia()),
    media: sharedMediaProcess,
    concurrency: 16,
  });
  const openid = await startOpenidProvider({ port: 0, redirectUris: [`${proxy.url}/api/auth/callback`] });
  const addresses = {
    publicUrl: proxy.url,
    host: '127.0.0.1',
    dataDir,
    webDist: 'no-web-app',
    databaseUrl: database.appUrl,
    emulator,
    openid,
    checkout: undefined,
    webhookKey: randomBytes(32).toString('base64'),
  };
  const env = (name: ProcessName): Settings => {
    const own = childEnv({ ...baseSettings(redisUrl), ...settings }, addresses, ports[name]);
    const metrics = name.startsWith('worker') && { METRICS_PORT: String(ports[name]) };
    return { ...own, ...metrics, ...change(name, own) };
  };
  const db = connectDb({
    databaseUrl: database.appUrl,
    applicationName: 'test',
    maxConnections: 4,
    onError: () => undefined,
  });
  await migrate(dataDir, { ...env('api-1'), DATABASE_ADMIN_URL: database.adminUrl });
  await addUser(db, openid.issuer);
  const runs = createRuns(dataDir, env);
  return {
    db,
    emulator,
    proxy,
    formatUrl: (name) => `http://127.0.0.1:${ports[name]}`,
    start: runs.start,
    stop: (name) => runs.end(name, 'SIGTERM'),
    kill: (name) => runs.end(name, 'SIGKILL'),
    readLog: runs.readLog,
    async close() {
      await runs.close();
      await db.close();
      await Promise.all([proxy.close(), emulator.close(), openid.close()]);
      await database.drop();
    },
  };
}

/** Each process keeps its address across restarts. */
async function choosePorts(): Promise<Record<ProcessName, number>> {
  const ports = await Promise.all(names.map(async (name) => [name, await findFreePort()] as const));
  return Object.fromEntries(ports) as Record<ProcessName, number>;
}

function createRuns(dataDir: string, env: (name: ProcessName) => Settings) {
  const running = new Map<ProcessName, ManagedProcess>();
  const runs: { name: ProcessName; file: string }[] = [];
  return {
    async start(name: ProcessName): Promise<void> {
      const run = `${name}-${runs.length}`;
      runs.push({ name, file: join(dataDir, 'logs', `${run}.log`) });
      const started = launch(run, `${name.replace(/-\d$/, '')}/src/main.ts`, env(name), dataDir);
      running.set(name, started);
      await started.ready;
    },
    async end(name: ProcessName, signal: NodeJS.Signals): Promise<ProcessEnd> {
      const one = running.get(name);
      if (!one) throw new Error(`${name} does not run`);
      running.delete(name);
      process.kill(one.pid, signal);
      return endWithin(stopLimitMs, one);
    },
    readLog: (name: ProcessName) =>
      runs.filter((run) => run.name === name).flatMap(({ file }) => readLogLines(file)),
    async close() {
      await Promise.all([...running.values()].map((one) => one.stop(stopLimitMs)));
    },
  };
}

async function endWithin(limitMs: number, one: ManagedProcess): Promise<ProcessEnd> {
  const late = Promise.withResolvers<never>();
  const reason = new Error(`${one.name} has not ended within ${limitMs / 1_000} s`);
  const timer = setTimeout(() => late.reject(reason), limitMs);
  try {
    return await Promise.race([one.ended, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function baseSettings(redisUrl: string | undefined): Settings {
  return {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    REDIS_URL: redisUrl,
    LOG_LEVEL: 'info',
    METRICS_TOKEN: metricsToken,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '3',
    LIMIT_RUNNING: '500',
    LIMIT_CREATE_PER_MINUTE: '50000',
    LIMIT_REQUESTS_PER_MINUTE: '100000',
  };
}

function launch(name: string, program: string, env: Settings, dataDir: string): ManagedProcess {
  return startProcess({
    name,
    entry: join(repositoryRoot, program),
    cwd: repositoryRoot,
    env,
    logFolder: join(dataDir, 'logs'),
    onImportant: () => undefined,
  });
}

async function migrate(dataDir: string, env: Settings): Promise<void> {
  const { reason, tail } = await launch('migrate', 'api/src/migrate.ts', env, dataDir).ended;
  if (reason !== 'exit code 0') throw new Error(`migrate: ${reason}\n${tail.join('\n')}`);
}

async function addUser(db: Db, issuer: string): Promise<void> {
  const identity = { provider: issuer, subject: localSubject(email), email, isEmailVerified: true };
  const { userId } = await upsertUserFromIdentity(db, { ...identity, name: 'Paid' });
  const payment = { provider: 'test', paymentId: 'many', amountMinor: 100, currency: 'usd' };
  await grantPurchase(db, { userId, credits: 1_000_000, ...payment });
}

function readLogLines(file: string): Record<string, unknown>[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
}
