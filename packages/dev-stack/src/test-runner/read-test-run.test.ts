import { expect, it } from 'vitest';
import { readTestRun } from './read-test-run.ts';

it.each([
  [[], { set: 'quick' }],
  [['--all'], { set: 'all' }],
  [['--all', '--minutes', '80'], { set: 'all', minutes: 80 }],
  [['--changed'], { set: 'quick', changedSince: 'HEAD' }],
  [['--changed', 'main'], { set: 'quick', changedSince: 'main' }],
])('the arguments %j choose %j', (args, run) => {
  expect(readTestRun(args)).toEqual(run);
});

it.each([
  [['web/e2e/tray.spec.ts']],
  [['--everything']],
  [['--all', '--changed']],
  [['--changed', 'a', 'b']],
  [['--minutes', '80']],
  [['--all', '--minutes', 'few']],
])('the arguments %j choose nothing', (args) => {
  expect(readTestRun(args)).toBeUndefined();
});
