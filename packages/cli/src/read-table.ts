import { readFile } from 'node:fs/promises';
import { CsvError, parse } from 'csv-parse/sync';
import { usageError } from './exit-error.ts';
import type { GivenFields } from './read-input.ts';

/** `line` is that of the file, counted from 1. */
export type TableRow = { line: number; kind: string; fields: GivenFields };

/** Separates the values of a field that takes several, within a cell. */
export const listSeparator = '|';

/**
 * Reads a table of comma-separated values (RFC 4180, UTF-8): its first row names `kind` and fields, each other row is one
 * generation, and an empty cell leaves its field out. Throws ExitError.
 */
export async function readTable(file: string): Promise<TableRow[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${file} cannot be read: ${error.message}`);
  });
  const [head, ...rows] = parseRows(file, text);
  if (!head) throw usageError(`${file} is empty`);
  const names = head.record.map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw usageError(`${file} has two columns ${JSON.stringify(repeated)}`);
  const kindAt = names.indexOf('kind');
  if (kindAt < 0) throw usageError(`${file} has no column kind. Its first row names the columns`);
  if (rows.length === 0) throw usageError(`${file} has no rows below the names of its columns`);
  return rows.map(({ record, line }) => {
    const kind = record[kindAt]?.trim() ?? '';
    if (kind === '') throw usageError(`${file}, line ${line}: the kind is missing`);
    return { line, kind, fields: toFields(names, record) };
  });
}

function toFields(names: readonly string[], record: readonly string[]): GivenFields {
  const given = names.flatMap((name, index) => {
    const cell = record[index] ?? '';
    return name === 'kind' || cell === '' ? [] : [[name, [cell]] as const];
  });
  return new Map(given);
}

type ParsedRow = { record: string[]; line: number };

function parseRows(file: string, text: string): ParsedRow[] {
  try {
    const rows = parse(text, { bom: true, info: true, skip_empty_lines: true }) as unknown as {
      record: string[];
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw usageError(`${file}: ${error.message}`);
  }
}
