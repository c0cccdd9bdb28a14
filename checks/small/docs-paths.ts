import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Check } from '../check.ts';

const expected = ['README.md', 'CONTRIBUTING.md', 'docs/one-submission.md', 'docs/add-a-kind.md'];
/** A change log names files that have gone since, and texts of an archive name the files in it. */
const isDocument = (path: string) =>
  path.endsWith('.md') && path !== 'CHANGELOG.md' && !path.startsWith('web/src/locales/');
const looksLikePath = /^\.?[\w@$.-]+(\/[\w@$.-]+)*(\.(tsx?|[cm]?js|jsonc?|md|ya?ml|sql|css|html)|\/)$/;
/** Folders that exist only after something ran. */
const madeLater = /^(node_modules|\.data|web\/dist|dist|test-results|bench-results|chaos-results)\//;

/** Documents name files of the project; a reader must find each one there. */
export const docsPaths: Check = {
  name: 'paths in docs',
  findProblems(root, files) {
    const missing = expected.filter((document) => !files.includes(document));
    const wrong = files.filter(isDocument).flatMap((document) => {
      return findPaths(readFileSync(join(root, document), 'utf8'))
        .filter((path) => !isThere(root, files, path, dirname(document)))
        .map((path) => `${document} names ${path}, which does not exist`);
    });
    return [...missing.map((document) => `${document} is missing`), ...wrong];
  },
};

function findPaths(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.trim());
  return [...new Set(spans.filter((text) => looksLikePath.test(text) && !madeLater.test(text)))];
}

/** Paths start at the root or at the document's own folder. */
function isThere(root: string, files: string[], path: string, folder: string): boolean {
  if (path.includes('/')) return existsSync(join(root, path)) || existsSync(join(root, folder, path));
  // A bare name, as in "its `routes.ts`", must belong to some file.
  return files.some((file) => file === path || file.endsWith(`/${path}`));
}
