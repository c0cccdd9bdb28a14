import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';

/** A copy of this checkout as after `npm install`: without build and data. */
export function copyCheckout(resources: AsyncDisposableStack): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-checkout-'));
  chmodSync(folder, 0o755);
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of listSources()) {
    // Deleted but not yet committed.
    if (!existsSync(join(repositoryRoot, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(repositoryRoot, path), join(folder, path));
  }
  linkPackages(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function listSources(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git cannot list this checkout: ${stderr}`);
  return stdout.split('\0').filter(Boolean);
}

/** Links installed packages individually; links to workspaces are relative and thus lead into the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (entry.name.startsWith('@')) linkPackages(source, target);
    // Caches belong to earlier starts.
    else if (entry.name !== '.cache' && entry.name !== '.vite') symlinkSync(source, target);
  }
}
