import type { Kind } from '@atelier/catalog';
import { expandAlternatives } from './alternatives.ts';
import { type CsvRow, readCsv } from './read-csv.ts';

/** One more than the lines that are worked out: more texts than these are not made of one. */
const most = 2_001;

/** Texts in which the user writes the ideas, and the chosen kinds. */
export type SheetText = { prompts: string; csv: string; kindIds: readonly string[] };

/** The field that holds the words of the user. */
export function promptField(kind: Kind): string {
  return Object.entries(kind.fields).find(([, { widget }]) => widget.type === 'textarea')?.[0] ?? 'prompt';
}

/** An idea: the values that its line sets itself, a text per column, and the kinds that it names. */
export type Idea = {
  line: number;
  cells: Readonly<Record<string, string>>;
  prompts: readonly string[];
  kindIds: readonly string[];
  /** Kind that the line names, when there is no such kind here. */
  unknownKind?: string;
  /** Reason why the row is malformed. */
  brokenRow?: 'surplus_cells' | 'open_quote';
};

/** A line of text each. */
export function readPrompts({ prompts, kindIds }: SheetText): { ideas: Idea[]; unknownColumns: string[] } {
  const ideas = prompts.split('\n').flatMap((text, index): Idea[] => {
    if (text.trim() === '') return [];
    return [{ line: index + 1, cells: {}, prompts: expandAlternatives(text, most), kindIds }];
  });
  return { ideas, unknownColumns: [] };
}

/** Other names for columns. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['size', 'image_size'],
  ['ratio', 'aspect_ratio'],
  ['model', 'kind'],
]);

/** A row of the table each; its first row names the fields. */
export function readTable(
  { csv, kindIds }: SheetText,
  kinds: readonly Kind[],
): { ideas: Idea[]; unknownColumns: string[] } {
  const [header, ...rest] = readCsv(csv);
  if (!header) return { ideas: [], unknownColumns: [] };
  const isField = (name: string) =>
    kinds.some(({ fields }) => Object.hasOwn(fields, name) && !fields[name]?.isIgnored);
  const columns = header.cells.map((cell) => {
    const name = cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_');
    return isField(name) ? name : (aliases.get(name) ?? name);
  });
  const isPrompt = (name: string) => name === 'prompt' || kinds.some((kind) => promptField(kind) === name);
  const isKnown = (name: string) => name === 'kind' || isPrompt(name) || isField(name);
  const ideas = rest.map((row): Idea => {
    const { cells, line } = row;
    const brokenRow = findBreak(row, columns.length);
    const entries = columns.map((name, index) => [name, cells[index]?.trim() ?? ''] as const);
    const filled = entries.filter(([name, cell]) => cell !== '' && isKnown(name));
    const text = filled.find(([name]) => isPrompt(name))?.[1] ?? '';
    const named = filled.find(([name]) => name === 'kind')?.[1];
    const isHere = kinds.some(({ id }) => id === named);
    return {
      line,
      cells: Object.fromEntries(filled.filter(([name]) => name !== 'kind' && !isPrompt(name))),
      // A row that is not understood is one line, which says so.
      prompts: brokenRow ? [text] : expandAlternatives(text, most),
      kindIds: named === undefined ? kindIds : [isHere ? named : (kindIds[0] ?? '')],
      ...(brokenRow && { brokenRow }),
      ...(named === undefined || isHere ? {} : { unknownKind: named, kindIds: kinds.map(({ id }) => id) }),
    };
  });
  return { ideas, unknownColumns: header.cells.filter((_, index) => !isKnown(columns[index] ?? '')) };
}

/** Money follows what is read: a text that was cut off, or one that swallowed the rows after it, is not bought. */
function findBreak({ cells, isOpen }: CsvRow, columnCount: number): Idea['brokenRow'] {
  if (isOpen) return 'open_quote';
  return cells.slice(columnCount).some((cell) => cell.trim() !== '') ? 'surplus_cells' : undefined;
}
