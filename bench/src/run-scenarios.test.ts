import { expect, it } from 'vitest';
import { runScenarios } from './run-scenarios.ts';
import type { Backend, Scenario } from './scenario.ts';

const onPostgres = {
  scenarioIds: [],
  isQuick: true,
  isProfiling: false,
  backend: 'postgres' as const,
  generations: undefined,
};

function scenario(id: string, measured: string[], onlyOn?: Backend): Scenario {
  return {
    id,
    title: 'a scenario',
    isPerBackend: false,
    ...(onlyOn && { onlyOn }),
    async run({ backend }) {
      measured.push(`${id} on ${backend}`);
      return { findings: [], notes: [] };
    },
  };
}

it('the runner skips a scenario whose backend is not measured, and reports that', async () => {
  const measured: string[] = [];
  const printed: string[] = [];
  const scenarios = [
    scenario('A', measured),
    scenario('B', measured, 'redis'),
    scenario('C', measured, 'postgres'),
  ];
  const results = await runScenarios(scenarios, onPostgres, (line) => void printed.push(line));
  expect(measured).toEqual(['A on postgres', 'C on postgres']);
  expect(results.map(({ id, problem }) => [id, problem])).toEqual([
    ['A', undefined],
    ['C', undefined],
  ]);
  expect(printed).toContain('\nB a scenario: runs only on redis, not measured');
});
