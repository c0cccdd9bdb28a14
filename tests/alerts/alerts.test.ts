import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { findRuleTestProblems, type RuleTest, readRuleTests } from './testing/promql/rule-tests.ts';

const read = (file: string) => readFileSync(join(repositoryRoot, file), 'utf8');
const path = join(repositoryRoot, 'docs/ops/prometheus-alerts.test.yml');
const file = readRuleTests(path);
const { groups } = parse(read('docs/ops/prometheus-alerts.yml')) as {
  groups: { rules: { alert: string }[] }[];
};
const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert)).toSorted();

it.each(file.tests)('$name', (test) => {
  expect(findRuleTestProblems(path, file, test)).toEqual([]);
});

const firingIn = ({ alert_rule_test }: RuleTest) =>
  new Set(alert_rule_test.filter(({ exp_alerts }) => exp_alerts).map(({ alertname }) => alertname));

it('every alert has a test in which it fires, and one just before or below in which it does not', () => {
  const [quiet, ...faults] = file.tests;
  const silentIn = (test: RuleTest) =>
    test.alert_rule_test.filter(({ exp_alerts }) => !exp_alerts).map(({ alertname }) => alertname);
  expect([...new Set(faults.flatMap((test) => [...firingIn(test)]))].toSorted()).toEqual(alerts);
  expect(quiet && silentIn(quiet).toSorted()).toEqual(alerts);
  expect([...new Set(faults.flatMap(silentIn))].toSorted()).toEqual(alerts);
});

const promtool = process.env.PROMTOOL_PATH || findInPath('promtool');

// The evaluator above is our own, and small; where the original is, it has to agree.
if (promtool)
  it('promtool confirms these results', () => {
    const args = ['test', 'rules', path];
    expect(execFileSync(promtool, args, { encoding: 'utf8', stdio: 'pipe' })).toContain('SUCCESS');
  }, 60_000);

function findInPath(program: string): string | undefined {
  try {
    return execFileSync('/bin/sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
