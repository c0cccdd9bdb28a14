import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { ResolverFactory } from 'oxc-resolver';
import { listWorkspaces } from '../workspaces.ts';

export type ImportTarget =
  /** A file of this repository; `isRelative` distinguishes `./x.ts` from `@atelier/x`. */
  | { kind: 'file'; path: string; isRelative: boolean }
  | { kind: 'package'; name: string }
  | { kind: 'builtin'; name: string }
  | { kind: 'unresolved' };

const conditions = ['import', 'node', 'browser', 'default'];

/** Returns a function that finds what a specifier means inside a file, both relative to `root`. */
export function createImportResolver(root: string): (fromPath: string, specifier: string) => ImportTarget {
  const resolver = new ResolverFactory({
    conditionNames: ['types', ...conditions],
    mainFields: ['module', 'main', 'types'],
    extensions: ['.js', '.mjs', '.cjs', '.d.ts', '.json', '.css'],
  });
  // Some packages give types at other addresses than code, which the compiler corrects by itself.
  const withoutTypes = resolver.cloneWithOptions({ conditionNames: conditions });
  const entries = readWorkspaceEntries(root);

  return (fromPath, specifier) => {
    const [request = specifier] = specifier.split('?');
    if (request.startsWith('virtual:') || isBuiltin(request)) return { kind: 'builtin', name: request };
    // Workspaces are found by their own package.json, so a checkout reads the same before `npm install`.
    const entry = entries.get(request);
    if (entry) return { kind: 'file', path: entry, isRelative: false };
    const from = join(root, dirname(fromPath));
    const found = resolver.sync(from, request).path ?? withoutTypes.sync(from, request).path;
    if (found === undefined) return { kind: 'unresolved' };
    const isRelative = request.startsWith('.');
    // '#lib/x.ts' is the workspace's own short form, from `imports` in its package.json.
    return isRelative || request.startsWith('#')
      ? { kind: 'file', path: relative(root, found).split(sep).join('/'), isRelative }
      : { kind: 'package', name: readPackageName(request) };
  };
}

/** Maps '@atelier/realtime/client' to 'packages/realtime/src/client.ts', from each package.json's `exports`. */
function readWorkspaceEntries(root: string): Map<string, string> {
  const entries = new Map<string, string>();
  for (const dir of listWorkspaces(root)) {
    const manifest = JSON.parse(readFileSync(join(root, dir, 'package.json'), 'utf8'));
    for (const [subpath, file] of Object.entries<string>(manifest.exports ?? {})) {
      entries.set(join(manifest.name, subpath), join(dir, file));
    }
  }
  return entries;
}

function readPackageName(specifier: string): string {
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}
