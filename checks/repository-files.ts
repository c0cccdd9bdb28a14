import { execFileSync } from 'node:child_process';
import { existsSync, globSync, lstatSync } from 'node:fs';
import { join } from 'node:path';

const ignoredFolders = new Set(['node_modules', '.git', '.data', 'dist', 'test-results', 'bench-results']);

/**
 * Every file of the repository: tracked, and untracked ones that git does not ignore, so that a check speaks
 * before the commit and not after it. Paths are relative to `root` with forward slashes.
 */
export function listRepositoryFiles(root: string): string[] {
  const paths = existsSync(join(root, '.git')) ? listByGit(root) : listByWalking(root);
  return paths.filter((path) => lstatSync(join(root, path), { throwIfNoEntry: false })?.isFile()).sort();
}

function listByGit(root: string): string[] {
  // The checkout may belong to another user than the one who runs the checks, as in a container.
  const safe = ['-c', `safe.directory=${root}`];
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', [...safe, ...listing], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return [...new Set(output.toString('utf8').split('\0').filter(Boolean))];
}

/** Lists the files of a checkout without git, such as a downloaded archive. */
function listByWalking(root: string): string[] {
  const isIgnored = (path: string) => path.split(/[\\/]/).some((part) => ignoredFolders.has(part));
  return globSync('**/*', { cwd: root, exclude: isIgnored }).map((path) => path.replaceAll('\\', '/'));
}
