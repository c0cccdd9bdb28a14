import { describe, expect, it } from 'vitest';
import { browserStorage } from './small/browser-storage.ts';
import { docsPaths } from './small/docs-paths.ts';
import { docsSize } from './small/docs-size.ts';
import { fileNames } from './small/file-names.ts';
import { foldedLiterals } from './small/folded-literals.ts';
import { leftBehind } from './small/left-behind.ts';
import { lockfile } from './small/lockfile.ts';
import { names } from './small/names.ts';
import { describeLayer, packageTable } from './small/package-table.ts';
import { sizes } from './small/sizes.ts';
import { problemsIn } from './testing.ts';

describe('file sizes', () => {
  it('stops at 300 lines, tests and generated files aside', async () => {
    const tree = {
      'api/src/exact.ts': 'x;\n'.repeat(300),
      'api/src/a.ts': 'x;\n',
      'api/src/b.ts': 'x;\n',
      'api/src/long.test.ts': 'x;\n'.repeat(900),
      'web/src/tree.gen.ts': 'x;\n'.repeat(900),
    };
    expect(await problemsIn(sizes, tree)).toEqual([]);
    const problems = await problemsIn(sizes, { ...tree, 'api/src/long.ts': 'x;\n'.repeat(301) });
    expect(problems[0]).toBe('api/src/long.ts has 301 lines, the stop is 300: give each case a file');
  });

  it('lets a file with a reason be longer, and takes the exception back when it is not', async () => {
    const path = 'packages/ledger-proof/src/verify-receipt.ts';
    const tree = { 'a.ts': 'x;\n', 'b.ts': 'x;\n' };
    expect(await problemsIn(sizes, { ...tree, [path]: 'x;\n'.repeat(301) })).toEqual([]);
    const problems = await problemsIn(sizes, { ...tree, [path]: 'x;\n'.repeat(100) });
    expect(problems).toEqual([`${path} needs no exception any more`]);
  });

  it('holds the median to 110 lines', async () => {
    const tree = { 'a.ts': 'x;\n'.repeat(111), 'b.ts': 'x;\n'.repeat(111), 'c.ts': 'x;\n' };
    expect(await problemsIn(sizes, tree)).toEqual(['the median is 111 lines, not 110']);
  });
});

it('a function named …Of and an exported participle are findings, a map and a local variable are none', async () => {
  const tree = {
    'api/src/a.ts': 'export function sizeOf() {}\nasync function keyOf() {}\nexport const known = 1;\n',
    'api/src/b.ts':
      'function isNameOf() {}\nconst jobOf = new Map();\nconst known = 1;\nexport const knownIds = 1;\n',
  };
  expect(await problemsIn(names, tree)).toEqual([
    'api/src/a.ts:1 sizeOf is a function: name it by a verb and a noun; …Of is for maps',
    'api/src/a.ts:2 keyOf is a function: name it by a verb and a noun; …Of is for maps',
    'api/src/a.ts:3 known does not say of what: export a noun, or a verb with one',
  ]);
});

it('a spread literal is a finding, the spread of a value or of a choice is none', async () => {
  const tree = {
    'api/src/a.ts': 'const a = {\n  ...{ b, c },\n};\nf(...[a, b]);\n',
    'api/src/b.ts': 'const a = { ...b, ...(c && { d }) };\nf(...list, [...list, { e }]);\n',
    'web/src/a.tsx': 'const a = <Row {...{ b, c }} />;\n',
  };
  expect(await problemsIn(foldedLiterals, tree)).toEqual([
    'api/src/a.ts:2 spreads a literal: write its entries',
    'api/src/a.ts:4 spreads a literal: write its entries',
    'web/src/a.tsx:1 spreads a literal: write its entries',
  ]);
});

describe('the table of packages', () => {
  const tree = {
    'packages/audit/package.json': '{}',
    'README.md': '`packages/audit/` holds',
    'CONTRIBUTING.md': describeLayer('audit', ['db', 'log']),
  };

  it('has every package, in both documents', async () => {
    expect(await problemsIn(packageTable, tree)).toEqual([]);
    expect(await problemsIn(packageTable, { ...tree, 'README.md': '', 'CONTRIBUTING.md': '' })).toEqual([
      'README.md does not say what packages/audit/ holds',
      'CONTRIBUTING.md does not show what packages/audit may import: "- `audit`: `db`, `log`\n"',
    ]);
  });

  it('names a package that has no row', async () => {
    const added = { 'packages/new/package.json': '{}', 'README.md': 'packages/audit/ packages/new/' };
    expect(await problemsIn(packageTable, { ...tree, ...added })).toEqual([
      'packages/new has no row in checks/arrows/allowed-imports.ts: say what it may import',
    ]);
  });

  it('names every folder of more than 1,000 lines that has no page of rules, tests aside', async () => {
    const long = {
      'api/src/a.ts': 'x;\n'.repeat(600),
      'api/src/b.ts': 'x;\n'.repeat(401),
      'checks/a.ts': 'x;\n'.repeat(1_001),
      'packages/audit/src/a.ts': 'x;\n'.repeat(1_000),
      'packages/audit/src/a.test.ts': 'x;\n'.repeat(900),
      'packages/audit/src/testing/a.ts': 'x;\n'.repeat(900),
      'packages/audit/src/a.gen.ts': 'x;\n'.repeat(900),
    };
    expect(await problemsIn(packageTable, { ...tree, ...long })).toEqual([
      'api has 1001 lines and no README.md: give it a page of rules',
      'checks has 1001 lines and no README.md: give it a page of rules',
    ]);
    const pages = { 'api/README.md': '# Rules', 'checks/README.md': '# Rules' };
    expect(await problemsIn(packageTable, { ...tree, ...long, ...pages })).toEqual([]);
  });
});

describe('file names', () => {
  it('accepts kebab-case, tool files and route files', async () => {
    const good = ['api/src/submit-generation.test.ts', '.lint.cjs', 'web/src/routes/creator/video.$type.tsx'];
    const more = [
      'web/src/routes/__root.tsx',
      'packages/db/src/migrations/0001-accounts.ts',
      'vitest.config.ts',
    ];
    const tree = Object.fromEntries([...good, ...more].map((path) => [path, '']));
    expect(await problemsIn(fileNames, tree)).toEqual([]);
  });

  it.each([
    'api/src/PriceTag.tsx',
    'api/src/price_tag.ts',
    'api/src/utils.ts',
    'web/src/lib/helpers.test.ts',
  ])('refuses %s', async (path) => expect(await problemsIn(fileNames, { [path]: '' })).toHaveLength(1));
});

describe('browser storage', () => {
  it.each([
    `localStorage.setItem('a', 'b')`,
    `window.sessionStorage`,
    `window['localStorage']`,
    `document.cookie = 'a=b'`,
    `await caches.open('a')`,
    `indexedDB.open('a')`,
    `new BroadcastChannel('a')`,
  ])('refuses %s outside the files that know the table of what is kept', async (source) => {
    for (const path of ['web/src/main.tsx', 'web/public/other.js', 'web/build/other.js'])
      expect(await problemsIn(browserStorage, { [path]: source })).toHaveLength(1);
    for (const path of ['web/src/a.test.ts', 'web/e2e/a.spec.ts', 'api/src/a.ts'])
      expect(await problemsIn(browserStorage, { [path]: source })).toEqual([]);
  });

  it('lets a comment name it', async () => {
    const tree = { 'web/src/a.ts': '/** Not in localStorage. */\n// nor in sessionStorage\n' };
    expect(await problemsIn(browserStorage, tree)).toEqual([]);
  });
});

describe('the check of paths in docs', () => {
  const documents = { 'CONTRIBUTING.md': '', 'docs/one-submission.md': '', 'docs/add-a-kind.md': '' };

  it('finds a path that does not exist and lets other code spans be', async () => {
    const text =
      'See `api/src/app.ts`, `app.ts`, `api/src/gone.ts`, `npm start`, `/api/user/info` and `.data/`.';
    const problems = await problemsIn(docsPaths, { ...documents, 'README.md': text, 'api/src/app.ts': '' });
    expect(problems).toEqual(['README.md names api/src/gone.ts, which does not exist']);
  });

  it('misses a document that is not written', async () => {
    expect(await problemsIn(docsPaths, documents)).toEqual(['README.md is missing']);
  });
});

describe('the size of docs', () => {
  const text = (bytes: number) => 'x'.repeat(bytes);

  it('stops below 300,000 bytes and names the longest pages', async () => {
    const tree = { 'docs/a.md': text(200_000), 'docs/adr/b.md': text(99_999) };
    expect(await problemsIn(docsSize, tree)).toEqual([]);
    const problems = await problemsIn(docsSize, { ...tree, 'docs/c.md': 'x' });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /^docs has 300000 bytes .*longest: docs\/a\.md 200000, docs\/adr\/b\.md 99999/,
    );
  });

  it('lets the changelog have 80 lines', async () => {
    const tree = { 'CHANGELOG.md': 'x\n'.repeat(80) };
    expect(await problemsIn(docsSize, tree)).toEqual([]);
    expect(await problemsIn(docsSize, { 'CHANGELOG.md': 'x\n'.repeat(81) })).toEqual([
      expect.stringMatching(/^CHANGELOG\.md has 81 lines/),
    ]);
  });

  it('leaves out the help, other files, and what is generated', async () => {
    const rows = {
      'docs/prices.md': '| `a-b` | $0.10 per second | 250 | 100 |\n',
      'docs/fal-client.md': '| `fal-ai/a.b` | `a-b` | `prompt seed` |\n',
      'docs/product.md': '| video | `video/…` | `a-b`, `c` |\n',
    };
    const tree = {
      'docs/a.md': text(299_999),
      'docs/guide/en/a.md': text(9),
      'docs/ops/a.yml': text(9),
      'README.md': text(9),
      ...rows,
    };
    expect(await problemsIn(docsSize, tree)).toEqual([]);
    const columns = { 'docs/data-model.md': '| `a` | b | c | d e |\n'.repeat(2) };
    const handwritten = '| `a` | b | c |\n'.repeat(2);
    const least = { ...columns, 'docs/a.md': text(299_999 - handwritten.length) };
    expect(await problemsIn(docsSize, least)).toEqual([]);
    expect(await problemsIn(docsSize, { ...least, 'docs/b.md': 'x' })).toHaveLength(1);
    for (const path of Object.keys(rows))
      expect(await problemsIn(docsSize, { ...tree, [path]: '| a |\n' })).toHaveLength(1);
  });
});

describe('lockfile', () => {
  const rootManifest = { 'package.json': '{"workspaces":[],"devDependencies":{"zod":"4.6.7"}}' };

  it('accepts links between workspaces and refuses addresses', async () => {
    const lock = (resolved: string) => JSON.stringify({ packages: { 'node_modules/a': { resolved } } });
    expect(await problemsIn(lockfile, { ...rootManifest, 'package-lock.json': lock('packages/a') })).toEqual(
      [],
    );
    const problems = await problemsIn(lockfile, {
      ...rootManifest,
      'package-lock.json': lock('https://a.test/a.tgz'),
    });
    expect(problems).toEqual(['package-lock.json: node_modules/a carries an address']);
  });

  it('refuses a version range', async () => {
    const tree = {
      'package-lock.json': '{"packages":{}}',
      'package.json': '{"workspaces":[],"dependencies":{"a":"^1.0.0"}}',
    };
    expect(await problemsIn(lockfile, tree)).toEqual([`package.json: a is '^1.0.0', not one exact version`]);
  });
});

describe('nothing left behind', () => {
  // Written in pieces, so that this file passes the check it tests.
  it.each([
    `it.${'skip'}('x')`,
    `describe.${'only'}('x')`,
    `test.concurrent.${'todo'}('x')`,
    `// ${'TO'}DO later`,
  ])('refuses %s', async (line) =>
    expect(await problemsIn(leftBehind, { 'api/src/a.test.ts': line })).toHaveLength(1),
  );

  it('accepts a test that runs only where it can', async () => {
    expect(await problemsIn(leftBehind, { 'api/src/a.test.ts': `it.${'skip'}If(isRoot)('x')` })).toEqual([]);
  });
});
