import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folders that the root package.json names as workspaces, relative to `root`: 'api', 'packages/db', ... */
export function listWorkspaces(root: string): string[] {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[];
  };
  return workspaces
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .filter((dir) => existsSync(join(root, dir, 'package.json')))
    .sort();
}

/** The workspace a path lies in, by the folder names alone; undefined at the root. */
export function findWorkspace(path: string): string | undefined {
  return /^(packages\/[^/]+|api|worker|web|tests|bench)\//.exec(path)?.[1];
}

/** The local stack, the tools and the benchmarks: only scripts and tests use them. */
export function isSupport(path: string): boolean {
  return /^(packages\/(dev-stack|fal-emulator|kind-draft|local-postgres)|bench)\//.test(path);
}

/** Tests, and what exists only for them: a folder or file called `testing`, the system and browser tests, runner settings. */
export function isForTests(path: string): boolean {
  return (
    /\.test\.tsx?$/.test(path) ||
    /(^|\/)testing(\/|\.ts$)/.test(path) ||
    path.startsWith('tests/') ||
    path.startsWith('web/e2e/') ||
    /(^|\/)(vitest|playwright)\.config\.ts$/.test(path)
  );
}
