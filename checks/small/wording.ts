import type { Check } from '../check.ts';
import { commentsOf, linesOf } from './read-comments.ts';

/** Words that this project does not use, each with the plain one. */
const banned: { words: RegExp; instead: string }[] = [
  { words: /\b(persons?|whoever|somebody|nobody|anybody)\b/i, instead: 'user, owner, caller or client' },
  { words: /\bpeople\b/i, instead: 'users' },
  { words: /\banew\b/i, instead: 'again' },
  { words: /\bof (ours|theirs|yours)\b/i, instead: 'our own, the user’s' },
  { words: /\bnews\b/i, instead: 'events or updates' },
  { words: /\b(tells|told)\b/i, instead: 'reports, returns, notifies or says' },
  { words: /\bhears?\b/i, instead: 'receives or listens' },
  { words: /\bbarely\b/i, instead: 'a baseline, or without' },
];

/** Lines that may use such a word. An entry that is no longer needed is a problem itself. */
const exceptions: { path: string; text: string; why: string }[] = [];

/** Where the words are listed, and migrations, which are never edited. */
function isExempt(path: string): boolean {
  return ['checks/small/wording.ts', 'CONTRIBUTING.md'].includes(path) || path.includes('/migrations/');
}

/** Plain words in comments, documents and the English interface. */
export const wording: Check = {
  name: 'wording',
  findProblems(root, files) {
    const lines = [
      ...commentsOf(root, files),
      ...linesOf(
        root,
        files,
        (path) => path.endsWith('.md') || /^web\/src\/locales\/en\/.*\.json$/.test(path),
      ),
    ].filter(({ path }) => !isExempt(path));

    const needed = new Set<(typeof exceptions)[number]>();
    const problems = lines.flatMap(({ path, line, text }) =>
      banned.flatMap(({ words, instead }) => {
        const word = words.exec(text)?.[0];
        if (word === undefined) return [];
        const exception = exceptions.find((entry) => entry.path === path && text.includes(entry.text));
        if (exception) needed.add(exception);
        return exception ? [] : [`${path}:${line} says '${word}': ${instead}`];
      }),
    );
    const stale = exceptions.filter((entry) => files.includes(entry.path) && !needed.has(entry));
    return [...problems, ...stale.map(({ path, text }) => `${path}: '${text}' needs no exception any more`)];
  },
};
