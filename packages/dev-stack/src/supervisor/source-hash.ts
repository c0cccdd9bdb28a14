import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What the web build reads, relative to the repository. */
const sources = ['web', 'packages/catalog', 'packages/contract', 'packages/realtime', 'package-lock.json'];
const ignoredFolders = new Set([
  'node_modules',
  'dist',
  'e2e',
  'test-results',
  'playwright-report',
  '.tanstack',
]);

/** A hash of everything that can change the built web app; tests and generated files do not. */
export function hashWebSources(root: string): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(root, source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
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
