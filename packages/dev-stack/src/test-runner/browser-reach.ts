import { execFileSync } from 'node:child_process';

/** The files that differ from a revision, those that Git does not follow yet included. Throws for an unknown revision. */
export function listChangedFiles(root: string, revision: string): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [
    ...git('diff', '--name-only', '--diff-filter=d', revision, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

const spec = /^web\/e2e\/.+\.spec\.ts$/;
/** No browser test depends on these. The guide below docs/ is a part of the app. */
const unrelated =
  /^(docs\/(?!guide\/)|bench\/|checks\/|tests\/|packages\/kind-draft\/|[^/]+\.md$)|\.test\.tsx?$/;

/** Which browser tests a change can break: those that were changed alone, or every one once the app or the stack was. */
export function findBrowserReach(files: readonly string[]): 'every' | string[] {
  const related = files.filter((file) => !unrelated.test(file));
  return related.every((file) => spec.test(file)) ? related : 'every';
}
