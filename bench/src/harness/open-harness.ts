import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, type Db, findLedgerProblems } from '@atelier/db';
import { type Stack, startStack } from '@atelier/dev-stack';
import type { FalEmulator } from '@atelier/fal-emulator';
import type { ScenarioContext } from '../scenario.ts';
import { type BenchUser, insertUsers } from './insert-users.ts';
import { keepStatementStatistics } from './statement-statistics.ts';

export type HarnessOptions = {
  users: number;
  workerProcesses: number;
  /** Default 1. */
  apiProcesses?: number;
  /** Additional settings of api and worker. */
  settings?: Record<string, string>;
  /** Speed of the emulator as in `startStack`; default 0, which is instant. */
  emulatorSpeed?: number;
  /** Builds and serves the web app; default false. */
  hasWeb?: boolean;
};

/** The product as separate processes, its emulator in this process, and signed-in users. */
export type Harness = {
  stack: Stack;
  /** The address of the (first) api itself, which needs no name lookup. */
  apiUrl: string;
  emulator: FalEmulator;
  db: Db;
  /** Holds stored and temporary files. */
  dataDir: string;
  users: BenchUser[];
};

/** A benchmark sends the load of many users from few accounts and one address. */
const noLimits = {
  LIMIT_CREATE_PER_MINUTE: '100000000',
  LIMIT_REQUESTS_PER_MINUTE: '100000000',
  LIMIT_CONNECTIONS: '100000000',
  LIMIT_RUNNING: '100000000',
};

/** Starts the product; `resources` stops it and removes its data. The database syncs every commit, as in production. */
export async function openHarness(context: ScenarioContext, options: HarnessOptions): Promise<Harness> {
  const { resources, backend, redisUrl } = context;
  const print = printOnce(resources, context.print);
  // Not startStack's own temporary folder: its database trades durability for speed.
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  chmodSync(dataDir, 0o711);
  resources.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  if (context.profileFolder !== undefined) await keepStatementStatistics(dataDir);
  const stack = await startStack({
    settings: { DATA_DIR: dataDir, ...noLimits, ...profiling(context), ...options.settings },
    queueBackend: backend,
    redisUrl,
    emulatorSpeed: options.emulatorSpeed ?? 0,
    apiProcesses: options.apiProcesses ?? 1,
    workerProcesses: options.workerProcesses,
    hasWeb: options.hasWeb ?? false,
    onLine: (part, line) => print(`[${part}] ${line}`),
  });
  resources.defer(() => stack.stop());
  const { emulator } = stack;
  const apiUrl = stack.apiUrls[0];
  if (!emulator || !apiUrl) throw new Error('The stack has no emulator or no api');
  const db = connectDb({
    databaseUrl: stack.databaseUrl,
    applicationName: 'atelier-bench',
    maxConnections: 10,
    onError: (error) => print(`[bench] ${error.message}`),
  });
  resources.defer(() => db.close());
  const users = options.users === 0 ? [] : await insertUsers(db.pool, options.users);
  return { stack, apiUrl, emulator, db, dataDir, users };
}

function profiling({ profileFolder }: ScenarioContext): Record<string, string> {
  if (profileFolder === undefined) return {};
  mkdirSync(profileFolder, { recursive: true });
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };
}

/**
 * Prints each distinct line once, and at the end how often it was repeated: a warning may come with every one of 20,000
 * jobs.
 */
function printOnce(resources: AsyncDisposableStack, print: (line: string) => void): (line: string) => void {
  const counts = new Map<string, number>();
  resources.defer(() => {
    for (const [line, count] of counts) if (count > 1) print(`${line} (${count} times)`);
  });
  return (line) => {
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    if (count === 1) print(line);
  };
}

/** Throws when the ledger does not match the balances. */
export async function checkLedger({ db }: Harness): Promise<void> {
  const problems = await findLedgerProblems(db.pool);
  if (problems.length > 0) throw new Error(`The ledger does not add up: ${JSON.stringify(problems[0])}`);
}
