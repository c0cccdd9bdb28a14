import { evaluate, formatKey, pick } from './evaluate.ts';
import { type Expression, parseDuration, parseExpression } from './parse-expression.ts';
import type { Labels, Store, Vector } from './series.ts';

export type Rule = {
  alert: string;
  expression: Expression;
  forMs: number;
  labels: Labels;
  annotations: Labels;
};

export type Alert = { alertname: string; labels: Labels; annotations: Labels };

type RuleFile = { groups: { name: string; rules: Record<string, unknown>[] }[] };

/** The rules of a parsed rule file. Throws for whatever this evaluator would have to ignore. */
export function readRules({ groups }: RuleFile): Rule[] {
  return groups.flatMap(({ name: _name, rules, ...restOfGroup }) => {
    refuseOthers(restOfGroup);
    return rules.map(({ alert, expr, for: hold = '0s', labels = {}, annotations = {}, ...rest }) => {
      refuseOthers(rest);
      return {
        alert: String(alert),
        expression: parseExpression(String(expr)),
        forMs: parseDuration(String(hold)),
        labels: labels as Labels,
        annotations: annotations as Labels,
      };
    });
  });
}

function refuseOthers(rest: object): void {
  const names = Object.keys(rest);
  if (names.length > 0) throw new Error(`Not supported in a rule file: ${names.join(', ')}`);
}

export type RuleRun = {
  /** Evaluates every rule, as Prometheus does at each interval; times must rise. */
  evaluateAt(timeMs: number): void;
  /** The alerts that fire after the newest evaluation; those that wait for their `for` are not among them. */
  firing(): Alert[];
};

export function startRules(rules: readonly Rule[], store: Store): RuleRun {
  const states = rules.map((rule) => ({
    rule,
    active: new Map<string, { labels: Labels; sinceMs: number }>(),
  }));
  let nowMs = 0;
  return {
    evaluateAt(timeMs) {
      nowMs = timeMs;
      for (const state of states) {
        const result = evaluate(state.rule.expression, { store, timeMs });
        if (typeof result === 'number') throw new Error(`${state.rule.alert} is a scalar`);
        state.active = stillActive(state.active, result, timeMs);
      }
    },
    firing: () =>
      states.flatMap(({ rule, active }) =>
        [...active.values()]
          .filter(({ sinceMs }) => nowMs - sinceMs >= rule.forMs)
          .map(({ labels }) => ({
            alertname: rule.alert,
            labels: { ...labels, ...expand(rule.labels, labels), alertname: rule.alert },
            annotations: expand(rule.annotations, labels),
          })),
      ),
  };
}

type Active = Map<string, { labels: Labels; sinceMs: number }>;

/** Whatever was missing from one result begins again. */
function stillActive(before: Active, result: Vector, timeMs: number): Active {
  return new Map(
    result.map(({ labels: all }) => {
      const labels = pick(all, (label) => label !== '__name__');
      const key = formatKey(labels);
      return [key, before.get(key) ?? { labels, sinceMs: timeMs }];
    }),
  );
}

/** Expands templates; of those of Prometheus only the value of a label is supported. */
function expand(templates: Labels, labels: Labels): Labels {
  const expandOne = (template: string) => {
    const text = template.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_, label: string) => labels[label] ?? '');
    if (text.includes('{{')) throw new Error(`Not supported: the template ${template}`);
    return text;
  };
  return Object.fromEntries(Object.entries(templates).map(([name, text]) => [name, expandOne(text)]));
}
