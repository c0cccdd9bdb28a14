import { callFunction } from './functions.ts';
import type { Expression } from './parse-expression.ts';
import type { Context, Labels, Result, Vector } from './series.ts';

/** The value of an expression at one time, as Prometheus computes it. Metric names are dropped: no rule here needs them. */
export function evaluate(expression: Expression, context: Context): Result {
  switch (expression.type) {
    case 'number':
      return expression.value;
    case 'instant':
      return context.store.instant(expression, context.timeMs);
    case 'call':
      return callFunction(expression, context, evaluate);
    case 'aggregate':
      return aggregate(expression, toVector(evaluate(expression.operand, context)));
    case 'binary':
      return combine(
        expression.operator,
        evaluate(expression.left, context),
        evaluate(expression.right, context),
      );
  }
  throw new Error('A range selector outside of a function');
}

function toVector(result: Result): Vector {
  if (typeof result === 'number') throw new Error('A scalar where a vector belongs');
  return result;
}

const aggregations: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  // NaN counts only where there is nothing else.
  max: (values) => values.reduce((most, value) => (value > most || Number.isNaN(most) ? value : most)),
  min: (values) => values.reduce((least, value) => (value < least || Number.isNaN(least) ? value : least)),
};

function aggregate({ operator, by }: { operator: string; by: string[] }, vector: Vector): Vector {
  const reduce = aggregations[operator];
  if (!reduce) throw new Error(`Not supported: the aggregation ${operator}`);
  const groups = new Map<string, { labels: Labels; values: number[] }>();
  for (const { labels, value } of vector) {
    const kept = pick(labels, (label) => by.includes(label));
    const group = groups.get(formatKey(kept)) ?? { labels: kept, values: [] };
    groups.set(formatKey(kept), group);
    group.values.push(value);
  }
  return [...groups.values()].map(({ labels, values }) => ({ labels, value: reduce(values) }));
}

const arithmetic: Record<string, (left: number, right: number) => number> = {
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};
const comparisons: Record<string, (left: number, right: number) => boolean> = {
  '==': (left, right) => left === right,
  '>': (left, right) => left > right,
  '<': (left, right) => left < right,
};

function combine(operator: string, left: Result, right: Result): Result {
  if (operator === 'and' || operator === 'or' || operator === 'unless')
    return combineSets(operator, toVector(left), toVector(right));
  if (typeof left !== 'number') {
    const others = typeof right === 'number' ? undefined : indexVector(right);
    return left.flatMap(({ labels, value }) => {
      const other = typeof right === 'number' ? right : others?.get(formatKey(labels));
      const combined = other === undefined ? undefined : apply(operator, value, other, value);
      return combined === undefined ? [] : [{ labels, value: combined }];
    });
  }
  if (comparisons[operator] && typeof right === 'number')
    throw new Error('Scalars are compared without bool');
  if (typeof right === 'number') return apply(operator, left, right, left) ?? Number.NaN;
  return right.flatMap(({ labels, value }) => {
    const combined = apply(operator, left, value, value);
    return combined === undefined ? [] : [{ labels, value: combined }];
  });
}

/** A comparison keeps `kept` or drops it; arithmetic gives a new value. */
function apply(operator: string, left: number, right: number, kept: number): number | undefined {
  const compare = comparisons[operator];
  if (compare) return compare(left, right) ? kept : undefined;
  const compute = arithmetic[operator];
  if (!compute) throw new Error(`Not supported: the operator ${operator}`);
  return compute(left, right);
}

function combineSets(operator: 'and' | 'or' | 'unless', left: Vector, right: Vector): Vector {
  const [inLeft, inRight] = [indexVector(left), indexVector(right)];
  if (operator === 'or') return [...left, ...right.filter(({ labels }) => !inLeft.has(formatKey(labels)))];
  return left.filter(({ labels }) => inRight.has(formatKey(labels)) === (operator === 'and'));
}

function indexVector(vector: Vector): Map<string, number> {
  return new Map(vector.map(({ labels, value }) => [formatKey(labels), value]));
}

/** The same for the same labels in any order. */
export function formatKey(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

export function pick(labels: Labels, isKept: (label: string) => boolean): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([label]) => isKept(label)));
}
