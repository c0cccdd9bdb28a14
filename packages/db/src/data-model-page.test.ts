import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const schema = read('schema.gen.ts');
const page = read('../../../docs/data-model.md');

/** Columns of nearly every table; the page names them once. */
const common = ['id', 'user_id', 'created_at'];

/** The columns of each table, as generated from the migrated database. */
const interfaces = new Map(
  [...schema.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [
    name,
    [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column = '']) => column),
  ]),
);
const [, tableLines = ''] = /^export interface DB \{\n([\s\S]*?)^\}/m.exec(schema) ?? [];
const tables = Object.fromEntries(
  [...tableLines.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', name = '']) => [
    table,
    (interfaces.get(name) ?? []).filter((column) => !common.includes(column)).toSorted(),
  ]),
);

const [, section = ''] = page.split('## Tables\n');
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|.*\| ([\w ]*?) ?\|$/gm)];
const documented = Object.fromEntries(
  rows.map(([, table = '', columns = '']) => [table, columns.split(' ').filter(Boolean).toSorted()]),
);

it('the page about the data model names every table, and no other', () => {
  expect(Object.keys(tables).length).toBeGreaterThan(40);
  expect(Object.keys(documented).toSorted()).toEqual(Object.keys(tables).toSorted());
});

it.each(Object.entries(tables))(
  'the page about the data model names every column of %s, and no other',
  (table, columns) => {
    expect(documented[table]).toEqual(columns);
  },
);
