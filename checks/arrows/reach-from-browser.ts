import { isForTests } from '../workspaces.ts';
import type { Module } from './module-graph.ts';

/** Entries that no browser may load although it may load their package. */
const serverEntries = [
  'packages/realtime/src/index.ts',
  'packages/catalog/src/server.ts',
  'packages/ledger-proof/src/index.ts',
];
const allowedFiles = [
  /^web\//,
  /^packages\/(catalog|contract)\//,
  /^packages\/realtime\//,
  /^packages\/ledger-proof\//,
];
/** Libraries that the shared packages may bring into the browser; the web app's own libraries are its own choice. */
const allowedLibrariesOfPackages = ['zod', 'socket.io-client'];

/**
 * Follows every import from the web app's sources, through our packages, and reports what a browser cannot or
 * must not load. Each problem names the last import and the way to it.
 */
export function findUnsafeForBrowser(modules: Module[]): string[] {
  const shipped = modules.filter(({ path }) => !isEvaluatedAtBuild(path));
  const byPath = new Map(shipped.map((module) => [module.path, module]));
  const starts = shipped.filter(({ path }) => path.startsWith('web/src/') && !isForTests(path));
  const trails = new Map(starts.map(({ path }) => [path, [path]]));
  const problems: string[] = [];

  // A Map grows while it is walked, so this visits each reachable file once.
  for (const [path, trail] of trails) {
    for (const { line, specifier, target } of byPath.get(path)?.imports ?? []) {
      if (isUnsafe(path, target)) {
        problems.push(`${path}:${line} imports '${specifier}' (reached by ${trail.join(' → ')})`);
      } else if (target.kind === 'file' && !trails.has(target.path)) {
        trails.set(target.path, [...trail, target.path]);
      }
    }
  }
  return problems;
}

/** Returns true for `*.build.ts` modules, of which a browser only gets the exported values (web/build/evaluate-at-build.ts). */
function isEvaluatedAtBuild(path: string): boolean {
  return path.endsWith('.build.ts');
}

function isUnsafe(from: string, target: Module['imports'][number]['target']): boolean {
  if (target.kind === 'file') {
    return serverEntries.includes(target.path) || !allowedFiles.some((pattern) => pattern.test(target.path));
  }
  if (target.kind === 'builtin') return !target.name.startsWith('virtual:');
  const isInPackage = from.startsWith('packages/');
  return target.kind === 'package' && isInPackage && !allowedLibrariesOfPackages.includes(target.name);
}
