import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { acquireLock, type HeldLock, StartProblem, systemErrorCode } from '@atelier/local-postgres';
import { startProcess } from './managed-process.ts';

/** Sources of the web build besides the packages that the web app depends on, relative to the repository. */
const ownSources = ['web', 'docs/guide', 'package-lock.json'];
const ignoredFolders = new Set([
  'node_modules',
  'dist',
  'e2e',
  'test-results',
  'playwright-report',
  '.tanstack',
]);

export type BuildWebOptions = {
  /** The repository. */
  root: string;
  logFolder: string;
  onLine?: (line: string) => void;
  signal?: AbortSignal;
  /** How many compress. Default: as many as Node has for such work. */
  threads?: number;
};

/** Folder of the running build, on the same disk as web/dist so that a rename suffices. */
const workFolder = 'node_modules/.cache/web-build';

/**
 * Builds `web/dist` unless it was built from exactly these sources (their hash is stored in it). The build is
 * written elsewhere and moved into place, so an unfinished build is never served. It is complete and not compressed:
 * the api serves it as it is until `compressWebBuild` has been called.
 */
export async function ensureWebBuild(options: BuildWebOptions): Promise<{ isBuilt: boolean }> {
  const web = join(options.root, 'web');
  const stampFile = join(web, 'dist/.build-stamp');
  if (existsSync(stampFile) && isFresh(stampFile, hashWebSources(options.root))) return { isBuilt: false };
  const work = join(options.root, workFolder);
  openWorkFolder(work);
  const lock = await waitForLock(join(work, 'lock'), options.signal);
  try {
    const hash = hashWebSources(options.root);
    // The previous holder of the lock may have built exactly this.
    if (isFresh(stampFile, hash)) return { isBuilt: false };
    options.onLine?.('building the web app (once, until its sources change)');
    await runVite(options, 'build', `../${workFolder}/dist`);
    writeFileSync(join(work, 'dist/.build-stamp'), `${hash}\n`);
    swapFolders(join(work, 'dist'), join(web, 'dist'), join(work, 'old'));
    return { isBuilt: true };
  } finally {
    for (const name of ['dist', 'old']) rmSync(join(work, name), { recursive: true, force: true });
    lock.release();
  }
}

/**
 * Adds the compressed copies of its files to `web/dist`, of which the api sends one in the place of a file from the moment
 * that it is there. Holds the lock of the build: the copies would not fit another one.
 */
export async function compressWebBuild(options: BuildWebOptions): Promise<void> {
  const dist = join(options.root, 'web/dist');
  const stampFile = join(dist, '.compressed');
  if (existsSync(stampFile)) return;
  const work = join(options.root, workFolder);
  openWorkFolder(work);
  const lock = await waitForLock(join(work, 'lock'), options.signal);
  try {
    if (existsSync(stampFile)) return;
    await runVite(options, 'compress', 'dist');
    writeFileSync(stampFile, '');
  } finally {
    lock.release();
  }
}

function isFresh(stampFile: string, hash: string): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8').trim() === hash;
}

function openWorkFolder(work: string): void {
  try {
    mkdirSync(work, { recursive: true });
  } catch (error) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes(systemErrorCode(error) ?? '')) throw error;
    throw new StartProblem(
      `The web app has to be built and ${work} is not writable: run "npm run build" as the owner of these files.`,
      { cause: error },
    );
  }
}

async function waitForLock(path: string, signal?: AbortSignal): Promise<HeldLock> {
  for (;;) {
    const attempt = acquireLock(path);
    if (attempt.ok) return attempt.lock;
    // Another process is building; a lock file has no event to wait for.
    await delay(200, undefined, { signal });
  }
}

/** Resolves when the process has ended; rejects when it has failed or was aborted. */
async function runVite(
  { root, logFolder, signal, threads }: BuildWebOptions,
  command: 'build' | 'compress',
  target: string,
): Promise<void> {
  signal?.throwIfAborted();
  const web = join(root, 'web');
  const vite = startProcess({
    name: `web-${command}`,
    entry: fileURLToPath(new URL('./run-vite.ts', import.meta.url)),
    args: [command, web, target],
    cwd: web,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      ...(threads !== undefined && { UV_THREADPOOL_SIZE: String(threads) }),
    },
    logFolder,
    // Warnings matter only when the build fails; then they are part of the message.
    onImportant: () => undefined,
  });
  const abort = () => void vite.stop(2_000);
  signal?.addEventListener('abort', abort);
  try {
    await vite.ready;
  } finally {
    await vite.ended;
    signal?.removeEventListener('abort', abort);
  }
}

function swapFolders(fresh: string, place: string, old: string): void {
  if (existsSync(place)) renameSync(place, old);
  renameSync(fresh, place);
}

/** A hash of everything that affects the build; tests and generated files do not. */
function hashWebSources(root: string): string {
  const hash = createHash('sha256');
  for (const source of [...ownSources, ...listPackages(root, 'web')]) {
    for (const file of listFiles(root, source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** The folders of the packages that a workspace depends on when it runs, directly or through others. */
function listPackages(root: string, workspace: string, found = new Set<string>()): Set<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const folder = name.replace('@atelier/', 'packages/');
    if (folder === name || found.has(folder)) continue;
    found.add(folder);
    listPackages(root, folder, found);
  }
  return found;
}

function listFiles(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return isIgnoredFile(path) ? [] : [path];
  const names = readdirSync(full).filter((name) => !ignoredFolders.has(name));
  return names.sort().flatMap((name) => listFiles(root, `${path}/${name}`));
}

function isIgnoredFile(path: string): boolean {
  return /\.(test|gen)\.tsx?$/.test(path) || /(^|\/)playwright\.config\.ts$/.test(path);
}
