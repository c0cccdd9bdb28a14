import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Check } from './check.ts';
import { listRepositoryFiles } from './repository-files.ts';

/** Writes the files into a directory of their own, runs the check over it, and removes it after the test. */
export async function problemsIn(check: Check, tree: Record<string, string>): Promise<string[]> {
  const root = mkdtempSync(join(tmpdir(), 'checked-tree-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return check.findProblems(root, listRepositoryFiles(root));
}
