import { readFileSync } from 'node:fs';

const schemaFile = new URL('schema.gen.ts', import.meta.url);
export const dataModelFile = new URL('../../../docs/data-model.md', import.meta.url);

/** Columns of nearly every table; the page names them once. */
const commonColumns = ['id', 'user_id', 'created_at'];

export type TableColumns = ReadonlyMap<string, readonly string[]>;

/** Columns of each table, sorted, as generated from the migrated database. */
export function readTableColumns(): TableColumns {
  const schema = readFileSync(schemaFile, 'utf8');
  const columnsOfType = new Map(
    [...schema.matchAll(/^export interface (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, type = '', body = '']) => [
      type,
      [...body.matchAll(/^ {2}(\w+):/gm)].map(([, column = '']) => column),
    ]),
  );
  const [, tables = ''] = /^export interface DB \{\n([\s\S]*?)^\}/m.exec(schema) ?? [];
  return new Map(
    [...tables.matchAll(/^ {2}(\w+): (\w+);/gm)].map(([, table = '', type = '']) => [
      table,
      (columnsOfType.get(type) ?? []).filter((column) => !commonColumns.includes(column)).toSorted(),
    ]),
  );
}

/** Rows of the page's table of tables: its first cells, and the columns in its last one. */
const tableRow = /^(\| `(\w+)` \|.*\|)[\w ]*\|$/gm;

/** Returns the page with the columns of each table in the last cell of its row. */
export function fillColumns(page: string, tables: TableColumns): string {
  return mapTables(page, (section) =>
    section.replace(tableRow, (row, cells: string, table: string) => {
      const columns = tables.get(table);
      return columns ? `${cells} ${columns.join(' ')} |` : row;
    }),
  );
}

/** Names of the tables that have a row. */
export function listDocumentedTables(page: string): string[] {
  const names: string[] = [];
  mapTables(page, (section) => {
    names.push(...[...section.matchAll(tableRow)].map(([, , table = '']) => table));
    return section;
  });
  return names;
}

function mapTables(page: string, change: (section: string) => string): string {
  const heading = '\n## Tables\n';
  const start = page.indexOf(heading) + heading.length;
  const end = page.indexOf('\n## ', start);
  return page.slice(0, start) + change(page.slice(start, end)) + page.slice(end);
}
