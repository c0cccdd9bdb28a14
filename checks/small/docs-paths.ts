import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';

const documents = ['README.md', 'CONTRIBUTING.md', 'docs/one-submission.md', 'docs/add-a-kind.md'];
const looksLikePath = /^\.?[\w@$.-]+(\/[\w@$.-]+)*(\.(tsx?|[cm]?js|jsonc?|md|ya?ml|sql|css|html)|\/)$/;
/** Folders that exist only after something ran. */
const madeLater = /^(node_modules|\.data|web\/dist|dist|test-results|bench-results)\//;

/** The documents that lead through the code name files; a reader must find each one there. */
export const docsPaths: Check = {
  name: 'paths in docs',
  findProblems(root, files) {
    return documents.flatMap((document) => {
      if (!existsSync(join(root, document))) return [`${document} is missing`];
      return findPaths(readFileSync(join(root, document), 'utf8'))
        .filter((path) => !isThere(root, files, path))
        .map((path) => `${document} names ${path}, which does not exist`);
    });
  },
};

function findPaths(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text.trim());
  return [...new Set(spans.filter((text) => looksLikePath.test(text) && !madeLater.test(text)))];
}

function isThere(root: string, files: string[], path: string): boolean {
  if (path.includes('/')) return existsSync(join(root, path));
  // A bare name, as in "its `routes.ts`", must belong to some file.
  return files.some((file) => file === path || file.endsWith(`/${path}`));
}
