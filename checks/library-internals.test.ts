import { describe, expect, it } from 'vitest';
import { libraryInternals } from './small/library-internals.ts';
import { problemsIn } from './testing.ts';

const file = 'packages/queue/src/backend.ts';
const page = 'docs/library-internals.md';
const row = `| bullmq | 6.7.0 | \`${file}\` | its SQL | \`a.test.ts\` | read it |\n`;
const lock = (version: string) => JSON.stringify({ packages: { 'node_modules/bullmq': { version } } });
const manifest = (version: string) => JSON.stringify({ dependencies: { bullmq: version } });
const tree = {
  [file]: '// Internals of bullmq 6.7.0. Its SQL is known here.\nexport {};\n',
  [page]: row,
  'packages/queue/package.json': manifest('6.7.0'),
  'package-lock.json': lock('6.7.0'),
};

describe('library internals', () => {
  it('stand in the header of the file, in the table and at the same version in both manifests', async () => {
    expect(await problemsIn(libraryInternals, tree)).toEqual([]);
  });

  it('are missed in the table and in the file', async () => {
    expect(await problemsIn(libraryInternals, { ...tree, [page]: '' })).toEqual([
      `${page} has no row for bullmq 6.7.0 in ${file}`,
    ]);
    expect(await problemsIn(libraryInternals, { ...tree, [file]: 'export {};\n' })).toEqual([
      `${file} does not begin with "// Internals of bullmq 6.7.0"`,
    ]);
  });

  it('name each library of a file', async () => {
    const header =
      '// Internals of bullmq 6.7.0, which is long to explain, and\n// of ioredis 6.0.0. More.\nexport {};\n';
    expect(await problemsIn(libraryInternals, { ...tree, [file]: header })).toContain(
      `${page} has no row for ioredis 6.0.0 in ${file}`,
    );
  });

  it('lead to the table when the library is upgraded', async () => {
    const upgraded = { 'packages/queue/package.json': manifest('6.8.0'), 'package-lock.json': lock('6.8.0') };
    expect(await problemsIn(libraryInternals, { ...tree, ...upgraded })).toEqual([
      `${file} is written for bullmq 6.7.0, and packages/queue/package.json has 6.8.0: follow ${page}`,
      `${file} is written for bullmq 6.7.0, and package-lock.json has 6.8.0: follow ${page}`,
    ]);
  });
});
