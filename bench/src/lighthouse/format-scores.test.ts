import { expect, it } from 'vitest';
import { formatScores } from './format-scores.ts';

const run = {
  performance: 97,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  firstPaintMs: 1_200,
  largestPaintMs: 1_500,
  blockingMs: 80,
  layoutShift: 0.00049,
};

it('the table of scores shows the median of each page’s runs below the names of the scores', () => {
  const slow = { ...run, performance: 60, largestPaintMs: 4_000 };
  const page = {
    path: '/pricing',
    device: 'mobile',
    runs: [slow, run, { ...run, performance: 99 }],
  } as const;
  const [head, line] = formatScores([page], { isHeaded: true }).split('\n');
  expect(head?.split(/\s{2,}/).slice(0, 3)).toEqual(['device', 'page', 'performance']);
  expect(line?.split(/\s+/)).toEqual([
    'mobile',
    '/pricing',
    '97',
    '100',
    '100',
    '100',
    '1200',
    '1500',
    '80',
    '0',
  ]);
  expect(formatScores([page], { isHeaded: false })).toBe(line);
});
