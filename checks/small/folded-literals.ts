import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Check } from '../check.ts';

/** A cheap test for files that may have one; only these are parsed. */
const suspicion = /\.\.\.\s*[{[]/;

/**
 * Spread literals, such as `{ ...{ a, b } }` or `<Row {...{ a, b }} />`: they say no more than their entries and only keep
 * several of these on one line. Editors cannot follow a property through them.
 */
export const foldedLiterals: Check = {
  name: 'folded literals',
  findProblems(root, files) {
    return files
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.gen.ts'))
      .flatMap((path) => findSpreads(path, readFileSync(join(root, path), 'utf8')));
  },
};

function findSpreads(path: string, text: string): string[] {
  if (!suspicion.test(text)) return [];
  const starts: number[] = [];
  const note = ({ argument, start }: { argument: { type: string }; start: number }, literal: string) => {
    if (argument.type === literal) starts.push(start);
  };
  new Visitor({
    JSXSpreadAttribute: (node) => note(node, 'ObjectExpression'),
    ObjectExpression: ({ properties }) => {
      for (const each of properties) if (each.type === 'SpreadElement') note(each, 'ObjectExpression');
    },
    ArrayExpression: ({ elements }) => {
      for (const each of elements) if (each?.type === 'SpreadElement') note(each, 'ArrayExpression');
    },
    CallExpression: (call) => {
      for (const each of call.arguments) if (each.type === 'SpreadElement') note(each, 'ArrayExpression');
    },
  }).visit(parseSync(path, text).program);
  return starts.map((start) => {
    const line = text.slice(0, start).split('\n').length;
    return `${path}:${line} spreads a literal: write its entries`;
  });
}
