import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findBrowserReach, listChangedFiles } from './browser-reach.ts';

it.each([
  [['web/e2e/tray.spec.ts', 'docs/testing.md'], ['web/e2e/tray.spec.ts']],
  [['api/src/app.test.ts', 'README.md', 'tests/chaos/main.ts'], []],
  [['web/e2e/tray.spec.ts', 'web/e2e/creator.ts'], 'every'],
  [['packages/contract/src/work/library.ts'], 'every'],
  [['web/src/main.tsx'], 'every'],
  [['docs/guide/en/credits.md'], 'every'],
])('changes of %j reach %j in the browser', (files, reach) => {
  expect(findBrowserReach(files)).toEqual(reach);
});

it('a change is listed whether Git follows its file or not, and a deletion is not', () => {
  const root = mkdtempSync(join(tmpdir(), 'atelier-changes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root });
  git('init', '-q');
  for (const name of ['kept', 'changed', 'removed']) writeFileSync(join(root, name), name);
  git('add', '.');
  git('commit', '-qm', 'first');
  writeFileSync(join(root, 'changed'), 'otherwise');
  writeFileSync(join(root, 'new'), 'new');
  rmSync(join(root, 'removed'));
  expect(listChangedFiles(root, 'HEAD')).toEqual(['changed', 'new']);
  expect(() => listChangedFiles(root, 'none-such')).toThrow();
});
