import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallExpression, type Expression, parseSync, Visitor } from 'oxc-parser';
import type { Check } from '../check.ts';
import { listComments, type Passage } from './read-comments.ts';

/** Begins with a relative clause or a genitive that no noun precedes, or with a value that nothing returns. */
const headless =
  /^[\s*!]*((What|Those|That of|Of|One that)\b|(Undefined|Absent|Null|True|False)([:,]| (when|where|while|until|unless|once|without|for|if|in|also)\b))/;
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
    ...findHeadlessComments(root, files).map(
      formatProblem('begins with What, Those, That of, Of, One that or a bare value'),
    ),
    ...findNamesWithoutSubject(root, files).map(formatProblem('is a test name without a subject')),
  ],
};

const formatProblem =
  (fault: string) =>
  ({ path, line }: Passage) =>
    `${path}:${line}: ${fault}: see docs/writing-style.md`;

/** Migrations are left out, because they are never edited. */
function findHeadlessComments(root: string, files: string[]): Passage[] {
  return listComments(root, files).filter(({ path, isFirst, text }, index, all) => {
    const opening = isFirst && /^[\s*!]*$/.test(text) ? all[index + 1]?.text : text;
    return isFirst && headless.test(opening ?? '') && !path.includes('/migrations/');
  });
}

function findNamesWithoutSubject(root: string, files: string[]): Passage[] {
  return files
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .flatMap((path) => readTestNames(path, readFileSync(join(root, path), 'utf8')));
}

function readTestNames(path: string, source: string): Passage[] {
  const found: Passage[] = [];
  const around: { node: CallExpression; title: string }[] = [];
  const visitor = new Visitor({
    CallExpression(node) {
      const title = readTitle(node);
      if (title === undefined) return;
      const names = listNames(node.callee);
      if (!['it', 'test', 'describe'].includes(names[0] ?? '') || names.includes('step')) return;
      if (names.includes('describe')) around.push({ node, title });
      else if (isVerbFirst(title) && !around.some(({ title: outer }) => isSubject(outer)))
        found.push({ path, line: source.slice(0, node.start).split('\n').length, text: title });
    },
    'CallExpression:exit'(node) {
      if (around.at(-1)?.node === node) around.pop();
    },
  });
  visitor.visit(parseSync(path, source).program);
  return found;
}

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
