import { expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { parseExpression } from './parse-expression.ts';
import { createStore, parseSamples, parseSeriesName } from './series.ts';

const series = { 'a{x="1"}': '0+60x10', 'a{x="2"}': '0x4 60 0 60x4', 'b{x="1"}': '1x10' };
const store = createStore(
  Object.entries(series).map(([name, values]) => ({
    ...parseSeriesName(name),
    samples: parseSamples(values, 60_000),
  })),
);
const readResult = (text: string) => evaluate(parseExpression(text), { store, timeMs: 600_000 });

it.each([
  'a +',
  'a b',
  'sum without (x) (a)',
  'a * on (x) b',
  'a == bool 1',
  'topk(2, a)',
  'avg(a)',
  'a + b',
  'a >= 1',
  '1 > 2',
  'a !~ 1',
  'a{x!~"1"}',
  'a{x=~"\\\\d"}',
  '{__name__="a"}',
  'a @ 3',
  'a offset 1w',
  'rate(a[5m:1m])',
  'delta(a[5m])',
  'rate(a)',
  'a[5m]',
  'absent(a)',
  'absent_over_time(a{x="1"}[5m])',
  'vector(1)',
  'sum(1)',
  '-a',
])('the evaluator refuses %s, which no rule uses', (text) => {
  expect(() => readResult(text)).toThrow();
});

it('the increase of a counter adds up across its reset to 0', () => {
  expect(readResult('increase(a{x="1"}[5m])')).toEqual([{ labels: { x: '1' }, value: 300 }]);
  // Rises from 0 to 60 twice.
  expect(readResult('increase(a{x="2"}[9m])')).toEqual([{ labels: { x: '2' }, value: 120 }]);
  expect(readResult('rate(a{x="1"}[5m])')).toEqual([{ labels: { x: '1' }, value: 1 }]);
});

it('a rate needs two samples, and takes a series that began in the range as begun at 0', () => {
  expect(readResult('rate(a[1m])')).toEqual([]);
  expect(evaluate(parseExpression('increase(a{x="1"}[10m])'), { store, timeMs: 120_000 })).toEqual([
    { labels: { x: '1' }, value: 120 },
  ]);
});

it('the evaluator joins vectors with the same labels', () => {
  expect(readResult('a / b')).toEqual([{ labels: { x: '1' }, value: 600 }]);
  expect(readResult('a unless b > 0')).toEqual([{ labels: { x: '2' }, value: 60 }]);
  expect(readResult('b or a')).toHaveLength(2);
});
