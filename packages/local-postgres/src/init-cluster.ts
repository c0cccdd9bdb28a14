import { spawn } from 'node:child_process';
import { chownSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { makeServerFolder } from './data-dir.ts';
import { explainLog } from './explain-log.ts';
import type { ServerAccount } from './server-account.ts';

export type InitClusterOptions = {
  /** Path of the `initdb` binary. */
  initdb: string;
  account: ServerAccount | undefined;
  serverDataDir: string;
  password: string;
  /** Skips fsync, for data that is only kept during a test run. */
  temporary: boolean;
};

/**
 * Creates an empty database cluster. It is built under a temporary name and renamed at the end, so a start that is killed
 * midway leaves nothing that looks like a cluster.
 */
export async function initCluster(options: InitClusterOptions): Promise<void> {
  const { account, serverDataDir } = options;
  const draft = `${serverDataDir}.new`;
  const passwordFile = `${serverDataDir}.password`;
  makeServerFolder(account, draft);
  try {
    writeFileSync(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if (account !== undefined) chownSync(passwordFile, account.uid, account.gid);
    await initWithBestLocale(options, draft, passwordFile);
    rmSync(serverDataDir, { recursive: true, force: true });
    renameSync(draft, serverDataDir);
  } finally {
    rmSync(passwordFile, { force: true });
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Collation and case come from PostgreSQL's builtin provider and are the same on every machine. pg_trgm, however, asks
 * the system what counts as a letter: under "C" only ASCII does, and searches in Chinese could not use its index.
 */
const ctypeLocales = ['C.UTF-8', 'en_US.UTF-8', 'C'];

async function initWithBestLocale(
  options: InitClusterOptions,
  folder: string,
  passwordFile: string,
): Promise<void> {
  for (const locale of ctypeLocales) {
    const run = await runInitdb(options, [
      `--pgdata=${folder}`,
      `--pwfile=${passwordFile}`,
      `--lc-ctype=${locale}`,
    ]);
    if (run.ok) return;
    if (locale === ctypeLocales.at(-1) || !/invalid locale name/.test(run.log))
      throw explainLog(run.log, options.serverDataDir);
  }
}

async function runInitdb(
  options: InitClusterOptions,
  where: readonly string[],
): Promise<{ ok: boolean; log: string }> {
  const args = [
    ...where,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  if (options.temporary) args.push('--no-sync');
  const { promise, resolve, reject } = Promise.withResolvers<{ ok: boolean; log: string }>();
  // The account may not be able to enter this process's own working directory.
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
  child.once('close', (code) => resolve({ ok: code === 0, log }));
  return promise;
}
