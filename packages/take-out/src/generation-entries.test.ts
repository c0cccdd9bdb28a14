import { exportedColumns, generationColumns } from '@atelier/db';
import { expect, it } from 'vitest';
import type { ArchiveContext } from './archive-context.ts';
import { describeDeleted } from './generation-entries.ts';

type Row = Parameters<typeof describeDeleted>[1][number];

it('the description of a generation has every column that the table of columns exports, and no other', async () => {
  const values = Object.fromEntries(exportedColumns.map((name) => [name, `value of ${name}`]));
  const row = { ...values, shares: [], sources: [] } as unknown as Row;
  const [generation] = await describeDeleted({} as ArchiveContext, [{ ...row, input: {} }]);
  const paths = Object.entries(generationColumns).flatMap(([name, { exported }]) =>
    exported ? [[name, exported === true ? name : exported] as const] : [],
  );
  for (const [name, path] of paths)
    expect(generation, name).toHaveProperty(path.split('.'), name === 'input' ? {} : `value of ${name}`);
  const fields = paths.map(([, path]) => path.split('.')[0]);
  const made = ['made_from', 'shares'];
  expect(Object.keys(generation ?? {}).toSorted()).toEqual([...new Set([...fields, ...made])].toSorted());
});
