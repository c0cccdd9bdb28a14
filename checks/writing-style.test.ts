import { describe, expect, it } from 'vitest';
import { writingStyle } from './small/writing-style.ts';
import { problemsIn } from './testing.ts';

const ceilingsPath = 'checks/small/style-ceilings.json';
const ceilings = (entries: object) => ({ [ceilingsPath]: JSON.stringify(entries) });

describe('the check of comments', () => {
  const problem =
    'api: 1 comments begin with What, Those, That of, Of or One that, at most 0 may: see docs/writing-style.md';

  it.each([
    '/** What a route needs. */',
    '/**\n * Those that wait.\n */',
    '// Of one statement.',
    'const a = 1;\n\n// One that failed.\n// Its line after it.',
    '/** That of the owner. */',
  ])('refuses %s', async (source) => {
    expect(await problemsIn(writingStyle, { 'api/src/a.ts': source })).toEqual([problem]);
    expect(await problemsIn(writingStyle, { 'api/src/a.tsx': source })).toEqual([problem]);
  });

  it('refuses one in a style sheet', async () => {
    expect(await problemsIn(writingStyle, { 'api/src/a.css': 'a { } /* What it shows. */' })).toEqual([
      problem,
    ]);
  });

  it.each([
    '/** Returns what a route needs. */',
    '// Keeps the order\n// of what came first.',
    '// Keeps the order.\n// What came first is first.',
    "const a = '// What is text';",
    '/** Whatever is older goes. Often. Ofcom. */',
  ])('accepts %s', async (source) => {
    expect(await problemsIn(writingStyle, { 'api/src/a.ts': source })).toEqual([]);
  });
});

describe('the check of test names', () => {
  const count = async (source: string) =>
    (await problemsIn(writingStyle, { 'web/e2e/a.spec.ts': source })).map((text) => text.split(' ')[1]);

  it.each([
    `it('keeps the order', run);`,
    `test('is off without a mail server', run);`,
    `test.concurrent('has a limit', run);`,
    `it.each([1, 2])('takes %s', run);`,
    `it(\`reads \${name}\`, run);`,
    `describe('in production', () => { it('refuses http', run); });`,
    `describe('the queue', run); it('keeps the order', run);`,
    `for (const name of names) { it('keeps the order', run); }`,
  ])('refuses %s', async (source) => expect(await count(source)).toEqual(['1']));

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
  ])('accepts %s', async (source) => expect(await count(source)).toEqual([]));
});

describe('the ceilings of the check of style', () => {
  const comments = (count: number) => '// What it is.\n\n'.repeat(count);

  it('let a count stay at its ceiling or little below, and name one that is over it or far below', async () => {
    const run = (count: number) =>
      problemsIn(writingStyle, {
        'packages/db/src/a.ts': comments(count),
        ...ceilings({ 'packages/db': { comments: 20 } }),
      });
    expect(await run(20)).toEqual([]);
    expect(await run(10)).toEqual([]);
    expect(await run(21)).toEqual([expect.stringContaining('packages/db: 21 comments begin with What')]);
    expect(await run(9)).toEqual([
      `packages/db: only 9 comments begin with What, Those, That of, Of or One that: lower 20 in ${ceilingsPath}`,
    ]);
  });

  it('are lowered also for a folder that is gone', async () => {
    const problems = await problemsIn(writingStyle, ceilings({ 'packages/gone': { tests: 11 } }));
    expect(problems).toEqual([
      `packages/gone: only 0 names of tests have no subject: lower 11 in ${ceilingsPath}`,
    ]);
  });
});
