import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Counts } from './counts.ts';
import { runPart } from './run-part.ts';
import { testSetVariable, vitestFilter } from './test-sets.ts';

const repository = join(import.meta.dirname, '..', '..', '..', '..');

/** Runs Vitest over the given test files with our reporter and returns what `npm test` would count. */
async function countVitestRun(files: Record<string, string>, more: string[] = []): Promise<Counts> {
  const dir = mkdtempSync(join(tmpdir(), 'atelier-part-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  symlinkSync(join(repository, 'node_modules'), join(dir, 'node_modules'));
  for (const [name, lines] of Object.entries({ 'vitest.config.mjs': 'export default {};', ...files })) {
    writeFileSync(join(dir, name), lines);
  }
  const report = join(dir, 'counts.json');
  const reporter = join(import.meta.dirname, 'vitest-counts-reporter.ts');
  return runPart(
    {
      title: 'sample',
      args: [
        join(repository, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--root',
        dir,
        '--reporter',
        reporter,
        ...more,
      ],
      env: { VITEST_COUNTS_FILE: report, [testSetVariable]: 'quick' },
      report: { file: report, count: (counts: Counts) => counts },
    },
    new AbortController().signal,
  );
}

const good = `import { it } from 'vitest'; it('a', () => {}); it('b', () => {});`;

it('a part counts passed and failed tests', async () => {
  const bad = `import { it } from 'vitest'; it('c', () => { throw new Error('c'); });`;
  expect(await countVitestRun({ 'a.test.ts': good, 'b.test.ts': bad })).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    flaky: 0,
    named: ['failed   b.test.ts › c'],
  });
});

it('a part counts a test that passes only when it is run again, and names it', async () => {
  const late = `import { it } from 'vitest'; let runs = 0; it('d', { retry: 1 }, () => { runs += 1; if (runs === 1) throw new Error('d'); });`;
  expect(await countVitestRun({ 'a.test.ts': good, 'b.test.ts': late })).toEqual({
    passed: 3,
    failed: 0,
    skipped: 0,
    flaky: 1,
    named: ['flaky    b.test.ts › d'],
  });
});

it('a part counts an unhandled error although every test passed', { tags: 'each-rule' }, async () => {
  const leaking = `import { it } from 'vitest'; it('c', () => { void Promise.reject(new Error('late')); });`;
  expect(await countVitestRun({ 'a.test.ts': leaking })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    flaky: 0,
    named: ['failed  unhandled error: late'],
  });
});

it('a part counts a file that does not load, and one whose setup throws, as one failure each', {
  tags: 'each-rule',
}, async () => {
  const files = {
    'a.test.ts': good,
    'b.test.ts': `import './nothing-there.ts';`,
    'c.test.ts': `import { beforeAll, it } from 'vitest'; beforeAll(() => { throw new Error('c'); }); it('c', () => {});`,
  };
  expect(await countVitestRun(files)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    flaky: 0,
    named: ['failed   b.test.ts', 'failed   c.test.ts'],
  });
});

it('a part without any test fails', { tags: 'each-rule' }, async () => {
  expect(await countVitestRun({})).toEqual({
    passed: 0,
    failed: 1,
    skipped: 0,
    flaky: 0,
    named: ['failed  sample: ran no test'],
  });
});

it('a test that its tag leaves to the whole set is not counted, and one that skips itself is', async () => {
  const files = {
    'vitest.config.mjs': `import { tagsOnlyInAll } from ${JSON.stringify(join(import.meta.dirname, 'test-sets.ts'))};
      export default { test: { tags: Object.keys(tagsOnlyInAll).map((name) => ({ name })) } };`,
    'a.test.ts': `import { it } from 'vitest';
      it('a', () => {}); it('b', { tags: 'load' }, () => {}); it('c', ({ skip }) => skip());`,
  };
  expect(await countVitestRun(files, vitestFilter)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 1,
    flaky: 0,
    named: [],
  });
});
