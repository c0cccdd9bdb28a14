import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import { listComments, listLines } from './read-comments.ts';

/** Ways to point at a paper that a reader of this repository does not have. */
const dangling =
  /\brulings? \d+|\bproduct-\d\b|\b(row|section)s? \d+(\.\d+)* of\b|\([STRP]\d{1,2}\)|\.md,? (row |section )?\d+(\.\d+)*/i;
/** A document or a file of the project, by its path from the root. Addresses of the web and patterns are neither. */
const cited =
  /(?<![\w/:*.@-])((?:docs|api|web|worker|packages|checks|tests|bench|docker)\/[\w./@$-]+\.[a-z]+|[\w.-]+\.md)\b/g;
const testName = /\b(?:it|test|describe)(?:\.each\([^)]*\))?\(\s*(['"`])(.*?)\1/g;

/** Refuses comments and test names that cite anything outside of the repository, or a path that does not exist. */
export const citations: Check = {
  name: 'citations',
  findProblems(root, files) {
    const names = listLines(root, files, (path) => /\.(test|spec)\.tsx?$/.test(path)).flatMap((line) =>
      [...line.text.matchAll(testName)].map(([, , text = '']) => ({ ...line, text })),
    );
    return [...listComments(root, files), ...names].flatMap(({ path, line, text }) => {
      if (path.startsWith('checks/')) return [];
      const foreign = dangling.exec(text)?.[0];
      const missing = [...text.matchAll(cited)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, target)));
      return [
        ...(foreign === undefined
          ? []
          : [`${path}:${line} cites '${foreign}', which is not in the repository`]),
        ...missing.map((target) => `${path}:${line} cites ${target}, which does not exist`),
      ];
    });
  },
};
