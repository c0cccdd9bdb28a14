import { describe, expect, it } from 'vitest';
import { writingStyle } from './small/writing-style.ts';
import { problemsIn } from './testing.ts';

describe('the check of comments', () => {
  const problemAt = (place: string) =>
    `${place}: begins with What, Those, That of, Of, One that or a bare value: see docs/writing-style.md`;

  it.each([
    '/** What a route needs. */',
    '/**\n * Those that wait.\n */',
    '// Of one statement.',
    '// One that failed.\n// Its line after it.',
    '/** That of the owner. */',
    '/** Undefined: there is none. */',
    '/** Undefined when it had already ended. */',
    '/** Absent until it has loaded. */',
    '/** Absent, all five: files lie on disk. */',
    '/** Null also once it was removed. */',
    '/** True: the queue had lost all of them. */',
    '/** False once it has ended. */',
  ])('refuses %s', async (source) => {
    for (const path of ['api/src/a.ts', 'api/src/a.tsx'])
      expect(await problemsIn(writingStyle, { [path]: source })).toEqual([problemAt(`${path}:1`)]);
  });

  it.each([
    '// By its owner.',
    '/**\n * For a transaction: keeps it.\n */',
    '/** Since when it waits. */',
    '/** Without a session. */',
  ])('refuses a preposition: %s', async (source) => {
    for (const path of ['api/src/a.ts', 'web/src/a.tsx'])
      expect(await problemsIn(writingStyle, { [path]: source })).toEqual([
        `${path}:1: begins with a preposition: see docs/writing-style.md`,
      ]);
  });

  it('leaves migrations alone, which are never edited', async () => {
    const tree = { 'packages/db/src/migrations/0001-a.ts': '// What a user made.' };
    expect(await problemsIn(writingStyle, tree)).toEqual([]);
  });

  it('names the line of each', async () => {
    const source = 'const a = 1;\n\n// One that failed.\n// Its line after it.\n\n/** Of a. */';
    expect(await problemsIn(writingStyle, { 'api/src/a.ts': source })).toEqual([
      problemAt('api/src/a.ts:3'),
      problemAt('api/src/a.ts:6'),
    ]);
  });

  it('refuses one in a style sheet', async () => {
    expect(await problemsIn(writingStyle, { 'api/src/a.css': 'a { } /* What it shows. */' })).toEqual([
      problemAt('api/src/a.css:1'),
    ]);
  });

  it.each([
    '/** Returns what a route needs. */',
    '// Keeps the order\n// of what came first.',
    '// Keeps the order.\n// What came first is first.',
    "const a = '// What is text';",
    '/** Whatever is older goes. Often. Ofcom. */',
    '/** Undefined removes the entry. */',
    '/** Null and false stay as they are. */',
    '/** Returns undefined when it had already ended. */',
    '/** No longer than a minute. */',
    '/** Bytes of all files. Of those in use, too. */\n\n// Because it waits.',
    '/** Format of the file. Within an hour it ends. */',
  ])('accepts %s', async (source) => {
    expect(await problemsIn(writingStyle, { 'api/src/a.ts': source })).toEqual([]);
  });
});

describe('the check of test names', () => {
  const problems = (source: string) => problemsIn(writingStyle, { 'web/e2e/a.spec.ts': source });

  it.each([
    `it('keeps the order', run);`,
    `test('is off without a mail server', run);`,
    `test.concurrent('has a limit', run);`,
    `it.each([1, 2])('takes %s', run);`,
    `it(\`reads \${name}\`, run);`,
    `describe('in production', () => { it('refuses http', run); });`,
    `describe('the queue', run); it('keeps the order', run);`,
    `for (const name of names) { it('keeps the order', run); }`,
  ])('refuses %s', async (source) =>
    expect(await problems(source)).toEqual([
      'web/e2e/a.spec.ts:1: is a test name without a subject: see docs/writing-style.md',
    ]),
  );

  it.each([
    `describe('the queue', () => { it('keeps the order', run); });`,
    `describe('the queue', () => { describe('when full', () => { it('keeps the order', run); }); });`,
    `test.describe('the page', () => { test('shows a list', run); });`,
    `it('a queue keeps the order', run);`,
    `it('images are shown', run);`,
    `it('this page shows a list', run);`,
    `it('docs/testing.md names every word', run);`,
    `test.step('opens the page', run);`,
    `page.it('keeps', run);`,
  ])('accepts %s', async (source) => expect(await problems(source)).toEqual([]));
});
