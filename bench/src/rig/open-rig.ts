import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDb, type Db } from '@atelier/db';
import { type Stack, startStack } from '@atelier/dev-stack';
import type { FalEmulator } from '@atelier/fal-emulator';
import type { RowContext } from '../row.ts';
import { type BenchUser, insertUsers } from './insert-users.ts';
import { tellOnce } from './tell-once.ts';

export type RigOptions = {
  users: number;
  workerProcesses: number;
  /** Default 1. */
  apiProcesses?: number;
  /** Further settings of api and worker. */
  settings?: Record<string, string>;
  /** As for startStack: 0 is instant. */
  emulatorSpeed?: number;
};

/** The product as processes of their own, its emulator in this process, and users who are signed in. */
export type Rig = {
  stack: Stack;
  /** Where requests go: the (first) api itself, not a name that has to be looked up. */
  apiUrl: string;
  emulator: FalEmulator;
  db: Db;
  /** Stored files and files on their way lie below it. */
  dataDir: string;
  users: BenchUser[];
};

/** Limits are about users; a benchmark is many of them in few accounts and from one address. */
const noLimits = {
  LIMIT_CREATE_PER_MINUTE: '100000000',
  LIMIT_REQUESTS_PER_MINUTE: '100000000',
  LIMIT_RUNNING: '100000000',
};

/** Starts it; `resources` stops it and removes its data. The database syncs every commit, as in production. */
export async function openRig(context: RowContext, options: RigOptions): Promise<Rig> {
  const { resources, backend, redisUrl } = context;
  const say = tellOnce(resources, context.say);
  // A folder of our own instead of startStack's temporary one, whose database gives up durability for speed.
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-bench-'));
  chmodSync(dataDir, 0o711);
  resources.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const stack = await startStack({
    settings: { DATA_DIR: dataDir, ...noLimits, ...profiling(context), ...options.settings },
    queueBackend: backend,
    redisUrl,
    emulatorSpeed: options.emulatorSpeed ?? 0,
    apiProcesses: options.apiProcesses ?? 1,
    workerProcesses: options.workerProcesses,
    hasWeb: false,
    onLine: (part, line) => say(`[${part}] ${line}`),
  });
  resources.defer(() => stack.stop());
  const { emulator } = stack;
  const apiUrl = stack.apiUrls[0];
  if (!emulator || !apiUrl) throw new Error('The stack came without emulator or api');
  const db = connectDb({
    databaseUrl: stack.databaseUrl,
    applicationName: 'atelier-bench',
    maxConnections: 10,
    onError: (error) => say(`[bench] ${error.message}`),
  });
  resources.defer(() => db.close());
  const users = options.users === 0 ? [] : await insertUsers(db.pool, options.users);
  return { stack, apiUrl, emulator, db, dataDir, users };
}

function profiling({ profileFolder }: RowContext): Record<string, string> {
  if (profileFolder === undefined) return {};
  mkdirSync(profileFolder, { recursive: true });
  return { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` };
}
