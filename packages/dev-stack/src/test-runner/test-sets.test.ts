import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  filesOnlyInAll,
  type TestSet,
  tagsOnlyInAll,
  testSetVariable,
  titlesOnlyInAll,
} from './test-sets.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

type Suite = { title: string; file: string; specs?: { title: string; tags: string[] }[]; suites?: Suite[] };

async function runTool(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
}

/** The browser tests of a set: their titles, each behind its file, with their tags. */
async function listBrowserTests(set: TestSet): Promise<Map<string, string[]>> {
  const cli = 'node_modules/@playwright/test/cli.js';
  const args = [cli, 'test', '--config', 'web/playwright.config.ts', '--list', '--reporter=json'];
  const output = await runTool(set === 'all' ? args : [...args, '--grep-invert', titlesOnlyInAll.source]);
  const testsIn = (suite: Suite, above: string): [string, string[]][] => [
    ...(suite.specs ?? []).map(({ title, tags }): [string, string[]] => [`${above} ${title}`, tags]),
    ...(suite.suites ?? []).flatMap((inner) => testsIn(inner, `${above} ${inner.title}`)),
  ];
  const { suites } = JSON.parse(output) as { suites: Suite[] };
  return new Map(suites.flatMap((suite) => testsIn(suite, suite.file)));
}

/** The test files on Node of a set, each behind its project. */
async function listNodeFiles(set: TestSet): Promise<string[]> {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  // Tests of programs that this machine may lack are listed, not run.
  const programs = { TEST_PGBOUNCER: process.execPath, TEST_NGINX: process.execPath };
  const output = await runTool(args, {
    [testSetVariable]: set,
    TEST_REDIS_URL: 'redis://127.0.0.1:6379',
    ...programs,
  });
  const files = JSON.parse(output.slice(output.indexOf('['))) as { file: string; projectName: string }[];
  return files.map(({ file, projectName }) => `${projectName} ${file.slice(root.length + 1)}`);
}

describe('the set of `npm test`', () => {
  it('has a test of every browser spec, and leaves to the whole set what is tagged and what has a twin in the first language', async () => {
    const [quick, all] = [await listBrowserTests('quick'), await listBrowserTests('all')];
    const hasTestFor = (set: Map<string, string[]>, spec: string) =>
      [...set.keys()].some((title) => title.startsWith(`${spec} `));
    const specs = globSync('*.spec.ts', { cwd: join(root, 'web/e2e') });
    expect(specs.filter((spec) => !hasTestFor(all, spec) || !hasTestFor(quick, spec))).toEqual([]);
    expect([...quick.keys()].filter((title) => !all.has(title))).toEqual([]);
    expect(new Set([...all.values()].flat().filter((tag) => !(tag in tagsOnlyInAll)))).toEqual(new Set());
    const left = [...all].filter(([title]) => !quick.has(title));
    const twins = (title: string) =>
      ['in en', 'in en-US'].map((language) => title.replace(/\bin zh-CN\b/, language));
    const unexplained = left.filter(
      ([title, tags]) => tags.length === 0 && !twins(title).some((twin) => quick.has(twin)),
    );
    expect(unexplained).toEqual([]);
    expect(left.length).toBeGreaterThan(50);
  });

  it('has every test file on Node once, but those that are named', async () => {
    const [quick, all] = [await listNodeFiles('quick'), await listNodeFiles('all')];
    expect(quick.filter((file) => !all.includes(file))).toEqual([]);
    const left = all.filter((file) => !quick.includes(file));
    const named = globSync(filesOnlyInAll, { cwd: root }).map((file) => `dev-stack ${file}`);
    expect(left.filter((file) => !file.startsWith('redis ')).toSorted()).toEqual(named.toSorted());
    const onRedis = left.filter((file) => file.startsWith('redis '));
    expect(onRedis.length).toBeGreaterThan(20);
    for (const file of onRedis) expect(quick).toContain(file.replace('redis ', 'postgres '));
  });
});
