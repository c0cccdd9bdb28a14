import type { Check } from '../check.ts';
import { listComments, listLines, type Passage } from './read-comments.ts';
import { listTestNames } from './writing-style.ts';

type Word = { words: RegExp; instead: string };

/** Words that this project does not use, each with the plain one. */
const everywhere: Word[] = [
  { words: /\b(persons?|whoever|somebody|nobody|anybody)\b/i, instead: 'user, owner, caller or client' },
  { words: /\bpeople\b/i, instead: 'users' },
  { words: /\banew\b/i, instead: 'again' },
  { words: /\bof (ours|theirs|yours)\b/i, instead: 'our own, the user’s' },
  { words: /\bnews\b/i, instead: 'events or updates' },
  { words: /\b(tells|told)\b/i, instead: 'reports, returns, notifies or says' },
  { words: /\bhears?\b/i, instead: 'receives or listens' },
  { words: /\bbarely\b/i, instead: 'a baseline, or without' },
];

const englishInterface: Word[] = [
  { words: /\brecords?\b/i, instead: 'work, or its medium; movement, of credits' },
  { words: /\bjobs?\b/i, instead: 'generation' },
  { words: /\bby (itself|themselves)\b/i, instead: 'automatically' },
  { words: /\bgives? back\b/i, instead: 'returns or refunds' },
  { words: /\b(colour|favour|centre)/i, instead: 'the American spelling' },
  {
    words: /(?:^|[.!] )(?:What|Those|That of|One that|Of) [^.?!]*(?:[.!]|$)/,
    instead: 'a sentence that begins with its subject',
  },
];

const chineseInterface: Word[] = [
  { words: /[条该些成的]记录(?![了着])/, instead: '作品, 任务' },
  { words: /(?:运行|等待|结束|完成|失败|取消)(?:中|了)?的生成(?=\p{P}|会|将|$)/u, instead: '任务' },
  { words: /成品/, instead: '结果, 作品' },
  { words: /账号/, instead: '账户' },
  { words: /你/, instead: '您' },
  { words: /积分明细/, instead: '收据' },
  { words: /撤销[^，。；]*密钥|密钥[^，。；]*撤销/, instead: '吊销' },
  { words: /支持人员|运营人员/, instead: '客服, 管理员' },
];

const apiTexts: Word[] = [{ words: /\brecords?\b(?!<)/i, instead: 'generation' }];

/** Lines that may use such a word. An entry that is no longer needed is a problem itself. */
const exceptions: { path: string; text: string; why: string }[] = [
  ...['web/src/locales/en/history.json', 'api/src/modules/generations/history-routes.ts'].map((path) => ({
    path,
    text: 'Failed to delete record',
    why: 'clients of the API know this sentence',
  })),
  {
    path: 'web/src/locales/en/kinds/minimax-speech-2-8-hd.json',
    text: 'Friendly Person',
    why: 'MiniMax calls a voice so',
  },
];

/** Where the words are listed, and migrations, which are never edited. */
function isExempt(path: string): boolean {
  return ['checks/small/wording.ts', 'CONTRIBUTING.md'].includes(path) || path.includes('/migrations/');
}

/** Texts of the interface in one language, without their keys and the marks of Markdown. */
function readInterface(root: string, files: string[], language: string): Passage[] {
  const isText = new RegExp(`^(?:web/src/locales|docs/guide)/${language}/.*\\.(?:json|md)$`);
  return listLines(root, files, (path) => isText.test(path)).map((passage) => ({
    ...passage,
    text: passage.path.endsWith('.json')
      ? (/^\s*"[^"]*": "(.*)",?$/.exec(passage.text)?.[1] ?? '')
      : passage.text.replace(/^(?:#+|-|\d+\.) /, ''),
  }));
}

/** Lines of the API that its description or its errors show. */
function readApiTexts(root: string, files: string[]): Passage[] {
  const isShown = /\b(?:summary|description|message): |^\s*'(?:GET|POST|PUT|PATCH|DELETE) \S+':/;
  const lines = listLines(root, files, (path) =>
    /^(?:api\/src|packages\/contract\/src)\/.*(?<!\.test)\.ts$/.test(path),
  );
  return lines.filter(({ path, text }, index) => {
    const previous = lines[index - 1];
    return (
      isShown.test(text) ||
      (previous?.path === path && /(?:description|message|':|=)\s*:?$/.test(previous.text))
    );
  });
}

/** Plain words in comments, names of tests, documents, the API and the interface. */
export const wording: Check = {
  name: 'wording',
  findProblems(root, files) {
    const isProse = (path: string) => path.endsWith('.md') || /^web\/src\/locales\/en\/.*\.json$/.test(path);
    const scopes = [
      {
        banned: everywhere,
        lines: [
          ...listComments(root, files),
          ...listTestNames(root, files),
          ...listLines(root, files, isProse),
        ],
      },
      { banned: englishInterface, lines: readInterface(root, files, 'en') },
      { banned: chineseInterface, lines: readInterface(root, files, 'zh-CN') },
      { banned: apiTexts, lines: readApiTexts(root, files) },
    ];
    const needed = new Set<(typeof exceptions)[number]>();
    const problems = scopes.flatMap(({ banned, lines }) =>
      lines.filter(({ path }) => !isExempt(path)).flatMap((line) => findBanned(line, banned, needed)),
    );
    const stale = exceptions.filter((entry) => files.includes(entry.path) && !needed.has(entry));
    return [...problems, ...stale.map(({ path, text }) => `${path}: '${text}' needs no exception any more`)];
  },
};

function findBanned(
  { path, line, text }: Passage,
  banned: Word[],
  needed: Set<(typeof exceptions)[number]>,
): string[] {
  return banned.flatMap(({ words, instead }) => {
    const word = words.exec(text)?.[0];
    if (word === undefined) return [];
    const exception = exceptions.find((entry) => entry.path === path && text.includes(entry.text));
    if (exception) needed.add(exception);
    return exception ? [] : [`${path}:${line} says '${word}': ${instead}`];
  });
}
