import { parser } from '@prometheus-io/lezer-promql';

export type Matcher = { label: string; isWanted: (value: string) => boolean };

export type Selector = { name: string; matchers: Matcher[]; offsetMs: number };

export type Expression =
  | { type: 'number'; value: number }
  | ({ type: 'instant' } & Selector)
  | ({ type: 'range'; rangeMs: number } & Selector)
  | { type: 'call'; name: string; operands: Expression[] }
  | { type: 'aggregate'; operator: string; by: string[]; operand: Expression }
  | { type: 'binary'; operator: string; left: Expression; right: Expression };

type Node = { name: string; text: string; children: Node[] };

/**
 * Reads a rule with the grammar of Prometheus itself. What the evaluator does not know is refused, here or there: a
 * construct that was quietly ignored would make every test of its rule worthless.
 */
export function parseExpression(text: string): Expression {
  const [expression, ...rest] = copyTree(text, parser.parse(text).topNode).children;
  if (!expression || rest.length > 0) throw new Error(`No expression: ${text}`);
  return read(expression);
}

type Tree = ReturnType<typeof parser.parse>['topNode'];

function copyTree(source: string, tree: Tree): Node {
  const children: Node[] = [];
  for (let child = tree.firstChild; child; child = child.nextSibling) children.push(copyTree(source, child));
  return { name: tree.name, text: source.slice(tree.from, tree.to), children };
}

function refuse(node: Node): never {
  throw new Error(`Not supported: ${node.name} ${node.text}`);
}

function read(node: Node): Expression {
  switch (node.name) {
    case 'NumberDurationLiteral':
      return { type: 'number', value: Number(node.text) };
    case 'ParenExpr':
      return read(node.children[0] ?? refuse(node));
    case 'VectorSelector':
      return { type: 'instant', ...readSelector(node) };
    case 'MatrixSelector':
      return readRange(node);
    case 'OffsetExpr':
      return readOffset(node);
    case 'FunctionCall':
      return { type: 'call', name: node.children[0]?.text ?? refuse(node), operands: listOperands(node) };
    case 'AggregateExpr':
      return readAggregate(node);
    case 'BinaryExpr':
      return readBinary(node);
  }
  return refuse(node);
}

function readBinary(node: Node): Expression {
  // Modifiers such as `on` and `bool` would stand in between.
  const [left, operator, right, ...rest] = node.children;
  if (!left || !operator || !right || rest.length > 0) return refuse(node);
  return { type: 'binary', operator: operator.text, left: read(left), right: read(right) };
}

function readAggregate(node: Node): Expression {
  const modifier = child(node, 'AggregateModifier');
  const labels = modifier && child(modifier, 'GroupingLabels');
  if (modifier && (!labels || !child(modifier, 'By'))) return refuse(modifier);
  const [operand, ...rest] = listOperands(node);
  if (!operand || rest.length > 0) return refuse(node);
  const by = labels?.children.map(({ text }) => text) ?? [];
  return { type: 'aggregate', operator: node.children[0]?.text ?? refuse(node), by, operand };
}

function listOperands(node: Node): Expression[] {
  return child(node, 'FunctionCallBody')?.children.map(read) ?? [];
}

function readRange(node: Node): Expression {
  const [selector, duration, ...rest] = node.children;
  if (!selector || !duration || rest.length > 0) return refuse(node);
  return { type: 'range', rangeMs: parseDuration(duration.text), ...readSelector(selector) };
}

function readOffset(node: Node): Expression {
  const [selector, word, duration] = node.children;
  if (!selector || word?.name !== 'Offset' || !duration) return refuse(node);
  const selected = read(selector);
  if (selected.type !== 'instant' && selected.type !== 'range') return refuse(node);
  return { ...selected, offsetMs: parseDuration(duration.text) };
}

function readSelector(node: Node): Selector {
  const [identifier, matchers, ...rest] = node.children;
  if (identifier?.name !== 'Identifier' || rest.length > 0) return refuse(node);
  return { name: identifier.text, matchers: matchers?.children.map(readMatcher) ?? [], offsetMs: 0 };
}

function readMatcher(node: Node): Matcher {
  const [label, operator, literal] = node.children;
  if (node.name !== 'UnquotedLabelMatcher' || !label || !operator || !literal) return refuse(node);
  const wanted = literal.text.slice(1, -1);
  if (wanted.includes('\\')) return refuse(literal);
  const pattern = new RegExp(`^(?:${wanted})$`);
  const known: Record<string, Matcher['isWanted']> = {
    '=': (value) => value === wanted,
    '!=': (value) => value !== wanted,
    '=~': (value) => pattern.test(value),
  };
  return { label: label.text, isWanted: known[operator.text] ?? refuse(operator) };
}

function child(node: Node, name: string): Node | undefined {
  return node.children.find((one) => one.name === name);
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration such as 1d12h. */
export function parseDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+)([smhd])/g)];
  if (text === '' || parts.map(([part]) => part).join('') !== text) throw new Error(`No duration: ${text}`);
  return parts.reduce((sum, [, count, unit = '']) => sum + Number(count) * (unitsMs[unit] ?? Number.NaN), 0);
}
