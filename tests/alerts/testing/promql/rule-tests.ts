import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { formatKey } from './evaluate.ts';
import { parseDuration } from './parse-expression.ts';
import { type Alert, readRules, startRules } from './run-rules.ts';
import { createStore, type Labels, parseSamples, parseSeriesName } from './series.ts';

type Case = {
  eval_time: string;
  alertname: string;
  exp_alerts?: { exp_labels?: Labels; exp_annotations?: Labels }[];
};

export type RuleTest = {
  name: string;
  interval: string;
  input_series: { series: string; values: string }[];
  alert_rule_test: Case[];
};

export type RuleTestFile = { rule_files: string[]; evaluation_interval: string; tests: RuleTest[] };

export function readRuleTests(path: string): RuleTestFile {
  return parse(readFileSync(path, 'utf8'), { maxAliasCount: -1 }) as RuleTestFile;
}

/** Which alerts fire after each evaluation up to the last time that a test names. */
function replay(path: string, file: RuleTestFile, test: RuleTest): { timeMs: number; alerts: Alert[] }[] {
  const rules = file.rule_files.flatMap((rulesPath) =>
    readRules(parse(readFileSync(join(dirname(path), rulesPath), 'utf8'))),
  );
  const intervalMs = parseDuration(test.interval);
  const store = createStore(
    test.input_series.map(({ series, values }) => ({
      ...parseSeriesName(series),
      samples: parseSamples(values, intervalMs),
    })),
  );
  const run = startRules(rules, store);
  const stepMs = parseDuration(file.evaluation_interval);
  const endMs = Math.max(...test.alert_rule_test.map(({ eval_time }) => parseDuration(eval_time)));
  return Array.from({ length: Math.floor(endMs / stepMs) + 1 }, (_, index) => {
    run.evaluateAt(index * stepMs);
    return { timeMs: index * stepMs, alerts: run.firing() };
  });
}

/**
 * Finds what promtool would report, and also an alert that fires at a time for which the test only expects others. A fault
 * raises the alerts that are named for it and no others.
 */
export function findRuleTestProblems(path: string, file: RuleTestFile, test: RuleTest): string[] {
  const timeline = replay(path, file, test);
  const stepMs = parseDuration(file.evaluation_interval);
  const firingAt = (time: string) => timeline[Math.floor(parseDuration(time) / stepMs)]?.alerts ?? [];
  const wrong = test.alert_rule_test.flatMap(({ eval_time: time, alertname, exp_alerts: expected = [] }) => {
    const wanted = expected.map(({ exp_labels: labels = {}, exp_annotations: annotations = {} }) =>
      describeAlert({ alertname, labels: { ...labels, alertname }, annotations }),
    );
    const found = firingAt(time).filter((alert) => alert.alertname === alertname);
    const [want, got] = [wanted.toSorted().join('\n'), found.map(describeAlert).toSorted().join('\n')];
    return want === got
      ? []
      : [`${alertname} at ${time}: expected\n${want || 'nothing'}\nfound\n${got || 'nothing'}`];
  });
  const times = [...new Set(test.alert_rule_test.map(({ eval_time }) => eval_time))];
  const unasked = times.flatMap((time) => {
    const asked = test.alert_rule_test.filter((one) => one.eval_time === time).map((one) => one.alertname);
    return firingAt(time)
      .filter((alert) => !asked.includes(alert.alertname))
      .map((alert) => `not asked about at ${time}: ${describeAlert(alert)}`);
  });
  return [...wrong, ...unasked];
}

function describeAlert({ alertname, labels, annotations }: Alert): string {
  return `${alertname} ${formatKey(labels)} ${formatKey(annotations)}`;
}
