import { fromCsvText, toCsvCell } from '../../csv-cell.ts';
import { type HashedEntry, hiddenActor } from './ledger-line-text.ts';

const columns = [
  'id',
  'created_at',
  'kind',
  'd_available',
  'd_held',
  'available_after',
  'held_after',
  'entry_key',
  'generation_id',
  'purchase_id',
  'reason',
  'actor',
  'user_id',
  'prev_hash',
  'hash',
] as const satisfies (keyof HashedEntry)[];

const numeric = new Set<string>(['id', 'd_available', 'd_held', 'available_after', 'held_after']);

/** The first line of an export, without its end. */
export const ledgerCsvHeader = columns.join(',');

/** One line of an export, without its end. Which operator made an entry stays hidden from its owner. */
export function toLedgerCsvLine(entry: HashedEntry): string {
  const shown = hideOperator(entry);
  return columns.map((column) => toCsvCell(shown[column])).join(',');
}

/** That an account is in the newest checkpoint as it says; hashes of the path are base64url. */
export type AccountProof = {
  number: number;
  time: string;
  checkpoint: string;
  account: { account: string; position: number; entries: number; head: string; path: string[] };
};

/** The last line of a whole export: the proof that its entries are in a checkpoint, as JSON in the column `reason`. */
export function toProofCsvLine(proof: AccountProof): string {
  const cells = { kind: proofKind, reason: JSON.stringify(proof) };
  return columns.map((column) => toCsvCell(column in cells ? cells[column as 'kind'] : null)).join(',');
}

/** The kind of the line that is no entry. */
const proofKind = 'checkpoint';

/** An entry as its owner may see it. */
export function hideOperator(entry: HashedEntry): HashedEntry {
  return { ...entry, actor: entry.actor === 'system' ? 'system' : hiddenActor };
}

/** The entries of an export. Throws with the line number where it is none. */
export function parseLedgerCsv(text: string): HashedEntry[] {
  return readRecords(text).filter(({ kind }) => kind !== proofKind);
}

/** Returns the proof in an export, or undefined when it has none. Throws like `parseLedgerCsv`. */
export function parseCsvProof(text: string): AccountProof | undefined {
  const proof = readRecords(text).find(({ kind }) => kind === proofKind)?.reason;
  return proof ? (JSON.parse(proof) as AccountProof) : undefined;
}

function readRecords(text: string): HashedEntry[] {
  const [header, ...records] = readCells(text.replace(/^\uFEFF/, ''));
  if (header?.join(',') !== ledgerCsvHeader) throw new Error('Line 1 is not the header of a ledger export');
  return records.map((cells, index) => {
    if (cells.length !== columns.length) throw new Error(`Record ${index + 1} has ${cells.length} cells`);
    const pairs = columns.map((column, place) => [column, readValue(column, cells[place] ?? null)]);
    return Object.fromEntries(pairs) as HashedEntry;
  });
}

function readValue(column: string, cell: string | null): string | number | null {
  if (cell === null) return null;
  return numeric.has(column) ? Number(cell) : fromCsvText(cell);
}

/** Cells of RFC 4180; an empty cell without quotes is null. */
function readCells(text: string): (string | null)[][] {
  const records: (string | null)[][] = [];
  let record: (string | null)[] = [];
  // A quoted cell, or a plain one; then a comma, the end of the line, or the end.
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) throw new Error(`Record ${records.length + 1} is not CSV at character ${at + 1}`);
    const [, quoted, plain, end] = match;
    record.push(quoted === undefined ? plain || null : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}
