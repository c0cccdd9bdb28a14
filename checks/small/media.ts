import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { media } from '@atelier/catalog';
import { parseSync, Visitor } from 'oxc-parser';
import type { Check } from '../check.ts';
import { isForTests } from '../workspaces.ts';

const names: ReadonlySet<unknown> = new Set(media);
/** Names of what holds a medium. */
const holdsMedium = /(?:medium|library_?type|history_?type)$/i;
/** Fewer names of media together are a choice of something else, such as what a field accepts. */
const leastListed = 3;

/** The table of facts, and the objects that the web app shows media with. */
const homes = ['packages/catalog/src/media.ts', 'web/src/product/media/'];

/** Files and folders that name single media, each with its reason. One that is no longer needed is a problem itself. */
const exceptions: Record<string, string> = {
  'packages/fal-emulator/src/endpoints/define-endpoint.ts': 'imitates fal and knows nothing of our own',
  'packages/kind-draft/src/':
    'drafts the code of kinds, which differs from medium to medium, for a human to finish',
  'web/src/features/landing/': 'shows the media that it has samples of, and loads nothing else',
};

const instead =
  'ask a fact of packages/catalog/src/media.ts, or the view of the medium in web/src/product/media/';

type Node = { type: string; start: number; [key: string]: unknown };

/** Nothing asks which medium it is: what differs stands in one table, and in one object for each medium. */
export const mediaHomes: Check = {
  name: 'media',
  findProblems(root, files) {
    const needed = new Set<string>();
    const problems = files
      .filter((path) => /\.tsx?$/.test(path) && !isForTests(path) && !/\.gen\.ts$/.test(path))
      .filter((path) => !homes.some((home) => path.startsWith(home)) && !path.includes('/migrations/'))
      .flatMap((path) => {
        const found = findNamed(path, readFileSync(join(root, path), 'utf8'));
        const exception = Object.keys(exceptions).find((each) => path.startsWith(each));
        if (exception === undefined) return found;
        if (found.length > 0) needed.add(exception);
        return [];
      });
    const stale = Object.keys(exceptions).filter(
      (each) => files.some((path) => path.startsWith(each)) && !needed.has(each),
    );
    return [...problems, ...stale.map((each) => `${each} needs no exception any more`)];
  },
};

function findNamed(path: string, source: string): string[] {
  // Most files need no syntax tree.
  if (!media.some((name) => source.includes(name))) return [];
  const problems: string[] = [];
  const report = ({ start }: Node, what: string) =>
    problems.push(`${path}:${source.slice(0, start).split('\n').length} ${what}: ${instead}`);
  const visit = (node: unknown) => node as Node;
  new Visitor({
    BinaryExpression(given) {
      const { left, right, operator } = given;
      const isComparison = /^[!=]==?$/.test(operator);
      const isNamed =
        (isMedium(visit(left)) && isName(visit(right))) || (isName(visit(left)) && isMedium(visit(right)));
      if (isComparison && isNamed) report(visit(given), 'compares a medium with a word');
    },
    SwitchStatement(given) {
      const isNamed = given.cases.some(({ test }) => test !== null && isName(visit(test)));
      if (isNamed && isMedium(visit(given.discriminant))) report(visit(given), 'switches on a medium');
    },
    CallExpression(given) {
      const {
        callee,
        arguments: [asked],
      } = given;
      if (callee.type !== 'MemberExpression' || !asked || !isMedium(visit(asked))) return;
      const list = visit(callee.object);
      if (list.type === 'ArrayExpression' && (list.elements as Node[]).some(isName))
        report(visit(given), 'compares a medium with words');
    },
    ArrayExpression(given) {
      if (countNames(given.elements as unknown as Node[]) >= leastListed) report(visit(given), 'lists media');
    },
    TSUnionType(given) {
      const literals = given.types.map((each) => visit(each).literal as Node | undefined);
      if (countNames(literals) >= leastListed) report(visit(given), 'lists media');
    },
    ObjectExpression(given) {
      const keys = given.properties.map((each) => visit(each).key as Node | undefined);
      if (countNames(keys) > leastListed) report(visit(given), 'is a table by medium');
    },
  }).visit(parseSync(path, source).program);
  return problems;
}

function countNames(nodes: readonly (Node | null | undefined)[]): number {
  return new Set(nodes.map((node) => node && (node.value ?? node.name)).filter((name) => names.has(name)))
    .size;
}

function isName(node: Node | null): boolean {
  return node?.type === 'Literal' && names.has(node.value);
}

const wrappers: ReadonlySet<string> = new Set([
  'ChainExpression',
  'ParenthesizedExpression',
  'TSAsExpression',
  'TSNonNullExpression',
]);

function isMedium(node: Node): boolean {
  if (wrappers.has(node.type)) return isMedium(node.expression as Node);
  if (node.type === 'MemberExpression') return isMedium(node.property as Node);
  return node.type === 'Identifier' && holdsMedium.test(String(node.name));
}
