import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Passage = { path: string; line: number; text: string };

const hasComments = /\.(ts|tsx|js|mjs|cjs)$/;
const comments = new WeakMap<string[], Passage[]>();

/** Every comment of every source file among `files`, read once for all checks that get the same list. */
export function commentsOf(root: string, files: string[]): Passage[] {
  const known = comments.get(files);
  if (known) return known;
  const found = files
    .filter((path) => hasComments.test(path) && !/\.gen\.ts$/.test(path))
    .flatMap((path) => readComments(path, readFileSync(join(root, path), 'utf8')));
  comments.set(files, found);
  return found;
}

/** Every line of the files whose path matches. */
export function linesOf(root: string, files: string[], isWanted: (path: string) => boolean): Passage[] {
  return files.filter(isWanted).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((text, index) => ({ path, line: index + 1, text })),
  );
}

function readComments(path: string, source: string): Passage[] {
  return parseSync(path, source).comments.flatMap(({ start, value }) => {
    const firstLine = source.slice(0, start).split('\n').length;
    return value.split('\n').map((text, index) => ({ path, line: firstLine + index, text }));
  });
}
