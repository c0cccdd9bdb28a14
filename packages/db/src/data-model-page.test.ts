import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dataModelFile, fillColumns, listDocumentedTables, readTableColumns } from './data-model-page.ts';

const page = readFileSync(dataModelFile, 'utf8');
const tables = readTableColumns();

it('the page about the data model names every table, and no other', () => {
  expect(tables.size).toBeGreaterThan(40);
  expect(listDocumentedTables(page).toSorted()).toEqual([...tables.keys()].toSorted());
});

it('the page about the data model has the columns that `npm run types` writes', () => {
  expect(fillColumns(page, tables)).toBe(page);
});

it('a column that is new or gone changes the row of its table alone', () => {
  const tables = new Map([['b', ['added', 'kept']]]);
  const row = (columns: string) => `| \`b\` | rows | for ever | ${columns} |`;
  const page = (columns: string) =>
    `# Page\n\n## Tables\n\n| \`a\` | rows | for ever | own |\n${row(columns)}\n\n## States\n\n${row('other')}\n`;
  expect(fillColumns(page('gone kept'), tables)).toBe(page('added kept'));
});
