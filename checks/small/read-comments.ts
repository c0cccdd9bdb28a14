import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

export type Passage = { path: string; line: number; text: string };
/** A line of a comment. Line comments below one another are one comment, which `isFirst` begins. */
type CommentLine = Passage & { isFirst: boolean };

const hasComments = /\.(ts|tsx|js|mjs|cjs|css)$/;
const comments = new WeakMap<string[], CommentLine[]>();

/** Every comment of every source file among `files`, read once for all checks that get the same list. */
export function commentsOf(root: string, files: string[]): CommentLine[] {
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

function readComments(path: string, source: string): CommentLine[] {
  const found = path.endsWith('.css') ? readStyleComments(source) : parseSync(path, source).comments;
  return found.flatMap(({ type, start, value }, index) => {
    const firstLine = source.slice(0, start).split('\n').length;
    const previous = found[index - 1];
    const continues =
      type === 'Line' && previous?.type === 'Line' && /^\n[ \t]*$/.test(source.slice(previous.end, start));
    return value.split('\n').map((text, offset) => ({
      ...{ path, text, line: firstLine + offset },
      isFirst: offset === 0 && !continues,
    }));
  });
}

function readStyleComments(source: string) {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: all, 1: value = '', index: start }) => ({
    ...{ type: 'Block', value, start, end: start + all.length },
  }));
}
