import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import type { Check } from '../check.ts';
import { listComments, type Passage } from './read-comments.ts';

/** Begins with a relative clause or a genitive that no noun precedes, or with a value that nothing returns. */
const headless =
  /^[\s*!]*((What|Those|That of|Of|One that)\b|(Undefined|Absent|Null|True|False)([:,]| (when|where|while|until|unless|once|without|for|if|in|also)\b))/;
/** Begins with a preposition, of a phrase whose noun or verb the reader has to guess. */
const prepositional =
  /^[\s*!]*(About|Above|After|Among|As|At|Before|Behind|Below|Beside|Between|By|During|For|From|In|Like|On|Once|Per|Since|Through|To|Under|Until|With|Within|Without)\b/;
/** Begins with a verb such as `keeps`, as far as its ending shows. */
const verbFirst = /^(?!(?:[a-z]*ss|as|its|this|always|across|perhaps|sometimes)\b)[a-z]+s(?=[ ,:]|$)/;
/** Begins with a plural noun instead: one before its own verb, or one that these tests begin with. */
const nounFirst =
  /^([a-z]+s (are|were|have|can|may|of)|accounts|fields|files|forms|images|janus|keys|kinds|numbers|operators|pages|pictures|projects|results|seconds|shortcuts|sounds|texts|uploads|users|videos|visitors)\b/;
/** Begins like a circumstance: a `describe` of this form names no subject. */
const circumstance = /^(in|on|at|with|without|when|while|after|before|by|over|for|of|what)\b/;

/** Grammar of docs/writing-style.md. */
export const writingStyle: Check = {
  name: 'writing style',
  findProblems: (root, files) => [
    ...listOpenings(root, files)
      .filter(({ text }) => headless.test(text))
      .map(formatProblem('begins with What, Those, That of, Of, One that or a bare value')),
    ...listOpenings(root, files)
      .filter(({ text }) => prepositional.test(text))
      .map(formatProblem('begins with a preposition')),
    ...findNamesWithoutSubject(root, files).map(formatProblem('is a test name without a subject')),
  ],
};

const formatProblem =
  (fault: string) =>
  ({ path, line }: Passage) =>
    `${path}:${line}: ${fault}: see docs/writing-style.md`;

/** The first words of each comment. Migrations are left out, because they are never edited. */
function listOpenings(root: string, files: string[]): Passage[] {
  return listComments(root, files).flatMap(({ path, line, isFirst, text }, index, all) => {
    if (!isFirst || path.includes('/migrations/')) return [];
    const opening = /^[\s*!]*$/.test(text) ? (all[index + 1]?.text ?? '') : text;
    return [{ path, line, text: opening }];
  });
}

function findNamesWithoutSubject(root: string, files: string[]): Passage[] {
  return listTestNames(root, files).filter(({ isBare }) => isBare);
}

type TestName = Passage & {
  /** Whether neither it nor a `describe` around it has a subject. */
  isBare: boolean;
};

const testNames = new WeakMap<string[], TestName[]>();

/** The names of all tests and of what is around them, read once for all checks that get the same list. */
export function listTestNames(root: string, files: string[]): TestName[] {
  const known = testNames.get(files);
  if (known) return known;
  const found = files
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) => readTestNames(path, readFileSync(join(root, path), 'utf8')));
  testNames.set(files, found);
  return found;
}

function readTestNames(path: string, source: string): TestName[] {
  const found: TestName[] = [];
  const around: { node: CallExpression; title: string }[] = [];
  const visitor = new Visitor({
    CallExpression(node) {
      const title = readTitle(node);
      if (title === undefined) return;
      const names = listNames(node.callee);
      if (!callsTest(names)) return;
      const isGroup = names.includes('describe');
      const isBare = !isGroup && isVerbFirst(title) && !around.some(({ title: outer }) => isSubject(outer));
      if (isGroup) around.push({ node, title });
      found.push({ path, line: source.slice(0, node.start).split('\n').length, text: title, isBare });
    },
    'CallExpression:exit'(node) {
      if (around.at(-1)?.node === node) around.pop();
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found;
}

const testParts = [
  'each',
  'for',
  'concurrent',
  'sequential',
  'only',
  'skip',
  'skipIf',
  'runIf',
  'describe',
  'parallel',
  'serial',
];

/** Whether a call such as `test.describe.serial` has the name of a test or of several as its first argument. */
const callsTest = ([first = '', ...parts]: string[]) =>
  ['it', 'test', 'describe'].includes(first) && parts.every((part) => testParts.includes(part));
const isVerbFirst = (title: string) => verbFirst.test(title) && !nounFirst.test(title);
const isSubject = (title: string) => !circumstance.test(title) && !isVerbFirst(title);

function readTitle({ arguments: [first] }: CallExpression): string | undefined {
  if (first?.type === 'Literal' && typeof first.value === 'string') return first.value;
  if (first?.type === 'TemplateLiteral') return first.quasis[0]?.value.raw;
  return undefined;
}

/** `['it', 'each']` for the callee of `it.each(table)('…')`. */
function listNames(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return listNames(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return listNames(callee.tag);
  if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
    return [];
  return [...listNames(callee.object), callee.property.name];
}
