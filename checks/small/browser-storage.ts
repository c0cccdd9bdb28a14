import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

const storages: readonly { pattern: RegExp; mayUse: readonly string[] }[] = [
  {
    pattern: /\b(?:localStorage|sessionStorage)\b/,
    mayUse: [
      'web/src/product/kept/web-storage.ts',
      'web/src/product/kept/kept.ts',
      // Looks at what the router has stored, before the router does.
      'web/public/early.js',
      // Must know that a reload was remembered; what cannot be stored is kept for the page alone elsewhere.
      'web/src/lib/parts/new-build.ts',
    ],
  },
  {
    pattern: /\bdocument\s*\??\.\s*cookie\b|\bcookieStore\b/,
    mayUse: ['web/src/lib/cookies.ts', 'web/public/early.js'],
  },
  { pattern: /\bcaches\s*\.\s*\w|\bCacheStorage\b/, mayUse: ['web/build/service-worker.js'] },
  {
    pattern:
      /\bindexedDB\b|\bopenDatabase\b|\bBroadcastChannel\b|\bwindow\s*\.\s*name\b|\bstorage\s*\.\s*getDirectory\b|\bpersistQueryClient\b/,
    mayUse: [],
  },
];

/** Everything that the browser keeps stands in one table with its owner (docs/browser-storage.md). */
export const browserStorage: Check = {
  name: 'browser storage',
  findProblems(root, files) {
    const scripts = files.filter(
      (path) => /^web\/(?:src|public|build)\/.+\.(?:tsx?|m?js)$/.test(path) && !isForTests(path),
    );
    return scripts.flatMap((path) => {
      const source = withoutComments(readFileSync(join(root, path), 'utf8'));
      return storages
        .filter(({ pattern, mayUse }) => pattern.test(source) && !mayUse.includes(path))
        .map(
          ({ pattern }) =>
            `${path} uses "${pattern.exec(source)?.[0]}": what the browser keeps has an owner in web/src/product/kept/table.ts`,
        );
    });
  },
};

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}
