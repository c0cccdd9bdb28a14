import { spawn } from 'node:child_process';
import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { makeServerFolder } from './data-dir.ts';
import { explainLog } from './explain-log.ts';
import type { ServerAccount } from './server-account.ts';

export interface InitClusterOptions {
  /** Path of the `initdb` program. */
  initdb: string;
  account: ServerAccount | undefined;
  serverDataDir: string;
  password: string;
  /** True skips the wait for the disk: for data that lives only as long as a test run. */
  temporary: boolean;
}

/**
 * Makes an empty database cluster. It is built beside its place and renamed at the end, so a start that is killed
 * in the middle leaves nothing that looks like a cluster.
 */
export async function initCluster(options: InitClusterOptions): Promise<void> {
  const { account, serverDataDir } = options;
  const draft = `${serverDataDir}.new`;
  const passwordFile = `${serverDataDir}.password`;
  makeServerFolder(account, draft);
  try {
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if (account !== undefined) chownSync(passwordFile, account.uid, account.gid);
    await runInitdb(options, draft, passwordFile);
    rmSync(serverDataDir, { recursive: true, force: true });
    renameSync(draft, serverDataDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

async function runInitdb(options: InitClusterOptions, folder: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${folder}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
  ];
  args.push('--locale=C', '--encoding=UTF8', '--no-instructions');
  if (options.temporary) args.push('--no-sync');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // cwd: this process's own folder may be one that the account cannot enter.
  const child = spawn(options.initdb, args, {
    ...options.account,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stdout.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  child.once('error', reject);
  child.once('close', (code) => {
    if (code === 0) resolve();
    else reject(explainLog(log, options.serverDataDir));
  });
  await promise;
}
