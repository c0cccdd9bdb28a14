import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { filesOnlyInAll, type TestSet, testSetVariable, titlesOnlyInAll } from './test-sets.ts';

const root = join(import.meta.dirname, '..', '..', '..', '..');

type Suite = { title: string; file: string; specs?: { title: string; file: string }[]; suites?: Suite[] };

async function runTool(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const options = { cwd: root, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  return stdout;
}

/** The titles of the browser tests of a set, each behind its file. */
async function listBrowserTests(set: TestSet): Promise<string[]> {
  const cli = 'node_modules/@playwright/test/cli.js';
  const args = [cli, 'test', '--config', 'web/playwright.config.ts', '--list', '--reporter=json'];
  const output = await runTool(set === 'all' ? args : [...args, '--grep-invert', titlesOnlyInAll.source]);
  const titlesIn = (suite: Suite, above: string): string[] => [
    ...(suite.specs ?? []).map(({ title }) => `${above} ${title}`),
    ...(suite.suites ?? []).flatMap((inner) => titlesIn(inner, `${above} ${inner.title}`)),
  ];
  const { suites } = JSON.parse(output) as { suites: Suite[] };
  return suites.flatMap((suite) => titlesIn(suite, suite.file));
}

/** The test files on Node of a set, each behind its project. */
async function listNodeFiles(set: TestSet): Promise<string[]> {
  const args = ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json'];
  const output = await runTool(args, { [testSetVariable]: set, TEST_REDIS_URL: 'redis://127.0.0.1:6379' });
  const files = JSON.parse(output.slice(output.indexOf('['))) as { file: string; projectName: string }[];
  return files.map(({ file, projectName }) => `${projectName} ${file.slice(root.length + 1)}`);
}

describe('the set of `npm test`', () => {
  it('has a test of every browser spec, and the twin of each that is left to the whole set', async () => {
    const [quick, all] = [await listBrowserTests('quick'), await listBrowserTests('all')];
    const specs = globSync('*.spec.ts', { cwd: join(root, 'web/e2e') });
    expect(specs.filter((spec) => !all.some((title) => title.startsWith(`${spec} `)))).toEqual([]);
    expect(specs.filter((spec) => !quick.some((title) => title.startsWith(`${spec} `)))).toEqual([]);
    expect(quick.filter((title) => !all.includes(title))).toEqual([]);
    const left = all.filter((title) => !quick.includes(title));
    const twins = (title: string) =>
      ['in en', 'in en-US'].map((language) => title.replace(/\bin zh-CN\b/, language));
    expect(left.filter((title) => !twins(title).some((twin) => quick.includes(twin)))).toEqual([]);
    expect(left.length).toBeGreaterThan(50);
  });

  it('has every test file on Node once, but those that are named', async () => {
    const [quick, all] = [await listNodeFiles('quick'), await listNodeFiles('all')];
    expect(quick.filter((file) => !all.includes(file))).toEqual([]);
    const left = all.filter((file) => !quick.includes(file));
    const named = filesOnlyInAll.map((file) => `dev-stack ${file}`);
    expect(left.filter((file) => !file.startsWith('redis ')).toSorted()).toEqual(named.toSorted());
    const onRedis = left.filter((file) => file.startsWith('redis '));
    expect(onRedis.length).toBeGreaterThan(20);
    for (const file of onRedis) expect(quick).toContain(file.replace('redis ', 'postgres '));
  });
});
