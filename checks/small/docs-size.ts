import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const maxBytes = 300_000;
const changelog = 'CHANGELOG.md';
/** A user reads all of it; the details are in the history. */
const maxChangelogLines = 80;

/**
 * Rows that `npm run kind` writes (`packages/kind-draft/src/write-rows.ts`), the page of `npm run kinds:coverage`, and the
 * columns that `npm run types` writes (`packages/db/src/data-model-page.ts`): they grow with the catalog and the schema.
 */
const generated: Record<string, RegExp> = {
  'docs/prices.md': /^\| `[\w-]+` \| .+ \| \d+ \| \d+ \|\n/gm,
  'docs/fal-client.md': /^\| `[\w./-]+` \| `[\w-]+` \| `[\w. ]+` \|\n/gm,
  'docs/product.md': /^\| \w+ \| `[\w/…-]+` \| `.+` \|\n/gm,
  'docs/coverage.md': /[\s\S]+/g,
  'docs/data-model.md': /(?<=^\| `\w+` \|.*\|)[\w ]*\|$/gm,
};

/**
 * Keeps the documents short enough to be read. The help below `docs/guide` is a part of the app, with a size for each
 * language.
 */
export const docsSize: Check = {
  name: 'docs size',
  findProblems: (root, files) => [...findLongDocs(root, files), ...findLongChangelog(root, files)],
};

function findLongDocs(root: string, files: readonly string[]): string[] {
  const measured = files
    .filter((path) => /^docs\/(?!guide\/).*\.md$/.test(path))
    .map((path) => ({ path, bytes: countBytes(root, path) }))
    .sort((a, b) => b.bytes - a.bytes);
  const total = measured.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total < maxBytes) return [];
  const longest = measured.slice(0, 3).map(({ path, bytes }) => `${path} ${bytes}`);
  return [
    `docs has ${total} bytes written by hand, and has to stay below ${maxBytes}: cut what stands twice, how something came to be, and measurements outside of docs/scaling.md and docs/reliability.md (longest: ${longest.join(', ')})`,
  ];
}

function countBytes(root: string, path: string): number {
  const text = readFileSync(join(root, path), 'utf8');
  const pattern = generated[path];
  return Buffer.byteLength(pattern ? text.replaceAll(pattern, '') : text);
}

function findLongChangelog(root: string, files: readonly string[]): string[] {
  if (!files.includes(changelog)) return [];
  const lines = readFileSync(join(root, changelog), 'utf8').trimEnd().split('\n').length;
  if (lines <= maxChangelogLines) return [];
  return [
    `${changelog} has ${lines} lines, and at most ${maxChangelogLines}: put entries on one subject together`,
  ];
}
