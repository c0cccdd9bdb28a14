import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toSources } from '../read-sources.ts';

export type Passage = { path: string; line: number; text: string };
/** A line of a comment. Line comments below one another are one comment, which `isFirst` begins. */
type CommentLine = Passage & { isFirst: boolean };

const comments = new WeakMap<string[], CommentLine[]>();

/** Every comment of every source file and style sheet among `files`, read once for all checks that get the same list. */
export function listComments(root: string, files: string[]): CommentLine[] {
  const known = comments.get(files);
  if (known) return known;
  const inSources = toSources(root, files)
    .filter(({ path }) => !/\.gen\.ts$/.test(path))
    .flatMap(({ path, text, comments: found }) => readLines(path, text, found));
  const inStyles = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return readLines(path, text, readStyleComments(text));
    });
  comments.set(files, [...inSources, ...inStyles]);
  return [...inSources, ...inStyles];
}

/** Every line of the files whose path matches. */
export function listLines(root: string, files: string[], isWanted: (path: string) => boolean): Passage[] {
  return files.filter(isWanted).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .map((text, index) => ({ path, line: index + 1, text })),
  );
}

type Found = { type: string; value: string; start: number; end: number };

function readLines(path: string, source: string, found: Found[]): CommentLine[] {
  return found.flatMap(({ type, start, value }, index) => {
    const firstLine = source.slice(0, start).split('\n').length;
    const previous = found[index - 1];
    const continues =
      type === 'Line' && previous?.type === 'Line' && /^\n[ \t]*$/.test(source.slice(previous.end, start));
    return value.split('\n').map((text, offset) => ({
      path,
      text,
      line: firstLine + offset,
      isFirst: offset === 0 && !continues,
    }));
  });
}

function readStyleComments(source: string) {
  return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: all, 1: value = '', index: start }) => ({
    type: 'Block',
    value,
    start,
    end: start + all.length,
  }));
}
