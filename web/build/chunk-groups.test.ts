import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { extension, partPaths } from './chunk-groups.ts';

const root = join(import.meta.dirname, '../..');
const lucide = dirname(fileURLToPath(import.meta.resolve('lucide-react/package.json')));

/** The paths that a build can come across. */
const modules = [
  ...globSync(['web/src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root }),
  ...globSync('dist/esm/icons/*.{js,mjs}', { cwd: lucide }).map((file) => join('lucide-react', file)),
  'node_modules/@tanstack/react-router/dist/esm/useRouterState.js',
].map((path) => `/${path}`);

/** `a/(b|c|(d|e))` as `a/b`, `a/c`, `a/d` and `a/e`. */
function alternatives(pattern: string): string[] {
  const inner = /\(([^()]*)\)/.exec(pattern);
  if (!inner) return [pattern];
  const [whole, options = ''] = inner;
  return options.split('|').flatMap((option) => alternatives(pattern.replace(whole, () => option)));
}

describe('the groups of modules that become one file', () => {
  it('name modules that exist, each in one group', () => {
    const named = partPaths.flatMap(([, paths]) => [...new Set(paths.flatMap(alternatives))]);
    expect(named.length).toBeGreaterThan(50);
    for (const path of named) {
      const pattern = new RegExp(`${path}${extension}`);
      expect(
        modules.filter((module) => pattern.test(module)),
        path,
      ).not.toEqual([]);
    }
    expect(named.filter((path, index) => named.indexOf(path) !== index)).toEqual([]);
  });
});
