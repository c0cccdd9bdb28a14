import { expect, it } from 'vitest';
import type { Backend, Row } from './row.ts';
import { runRows } from './run-rows.ts';

const onPostgres = { rowIds: [], isQuick: true, isProfiling: false, backend: 'postgres' as const };

function row(id: string, measured: string[], onlyOn?: Backend): Row {
  return {
    id,
    title: 'a row',
    isPerBackend: false,
    ...(onlyOn && { onlyOn }),
    async run({ backend }) {
      measured.push(`${id} on ${backend}`);
      return { findings: [], notes: [] };
    },
  };
}

it('leaves out, and says so, what needs a backend that is not measured', async () => {
  const measured: string[] = [];
  const said: string[] = [];
  const rows = [row('A', measured), row('B', measured, 'redis'), row('C', measured, 'postgres')];
  const results = await runRows(rows, onPostgres, (line) => void said.push(line));
  expect(measured).toEqual(['A on postgres', 'C on postgres']);
  expect(results.map(({ id, problem }) => [id, problem])).toEqual([
    ['A', undefined],
    ['C', undefined],
  ]);
  expect(said).toContain('\nB a row: only on redis, so not measured now');
});
