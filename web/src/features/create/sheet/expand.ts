import type { Field, Kind } from '@atelier/catalog';
import type { InputProblem } from '#lib/api/api-error.ts';
import { hashText } from '#lib/hash-text.ts';
import { carriedValues, type FormValues, isShown, parseForm, withoutStaleConsents } from '../form-values.ts';
import { type Idea, promptField, readPrompts, readTable, type SheetText } from './read-ideas.ts';

/** Most lines that are expanded. */
const mostWorkedOut = 2_000;

/** Settings of the user in the sheet, stored in the browser. */
export type SheetValues = SheetText & {
  source: 'prompts' | 'csv';
  /** How many seeds are rolled; `seeds` wins where it names any. */
  takes: number;
  seeds: string;
  /** Ticked options, by field. */
  choices: Readonly<Record<string, readonly unknown[]>>;
  /** Removed lines: whole groups, single lines by their key, and all after the first few. */
  leavesOutBad: boolean;
  leavesOutDuplicates: boolean;
  removed: readonly string[];
  keptFirst: number | undefined;
};

export type SheetLine = {
  key: string;
  /** Number, from 1, of the line of the text that it comes from. */
  source: number;
  kind: Kind;
  values: FormValues;
  /** Input to send; undefined while the line has a problem. */
  input: FormValues | undefined;
  /** Number that lines share when they would make the same. */
  made: number;
  problems: readonly InputProblem[];
  costCredits: number;
  /** Number, from 1, of an earlier line that makes the same. */
  duplicateOf: number | undefined;
};

export type Expanded = {
  lines: readonly SheetLine[];
  /** Number of texts, after their alternatives are expanded. */
  prompts: number;
  /** Whether there are more lines than are expanded. */
  isCut: boolean;
  /** Columns that no chosen kind has a field for. */
  unknownColumns: readonly string[];
  leftOut: { bad: number; duplicates: number; single: number; afterFirst: number };
};

export type SheetBase = {
  /** The form that it was opened from. */
  kind: Kind;
  values: FormValues;
  /** Kinds that can be chosen together with it. */
  kinds: readonly Kind[];
  /** Random seeds, as many as `takes` asks for. */
  rolled: readonly number[];
};

/** Every combination of what is set: idea by idea, so that the results of one are beside each other. */
export function expand(sheet: SheetValues, base: SheetBase): Expanded {
  const { ideas, unknownColumns } =
    sheet.source === 'csv' ? readTable(sheet, base.kinds) : readPrompts(sheet);
  const prompts = ideas.reduce((sum, idea) => sum + idea.prompts.length, 0);
  const all: SheetLine[] = [];
  const seen = new Map<string, number>();
  for (const idea of ideas) {
    for (const combination of combine(idea, sheet, base)) {
      if (all.length >= mostWorkedOut)
        return { ...leaveOut(all, sheet), prompts, isCut: true, unknownColumns };
      all.push(toLine(idea, combination, seen));
    }
  }
  return { ...leaveOut(all, sheet), prompts, isCut: false, unknownColumns };
}

export function hasSeed({ fields }: Kind): boolean {
  return fields.seed !== undefined && !fields.seed.isIgnored;
}

/** The whole numbers in a text, in order and without repetitions, and what in it is none. */
export function readSeeds(text: string): { seeds: number[]; wrong: string[] } {
  const words = [...new Set(text.split(/[\s,;]+/))].filter((word) => word !== '');
  const isSeed = (word: string) => /^\d+$/.test(word) && Number.isSafeInteger(Number(word));
  return { seeds: words.filter(isSeed).map(Number), wrong: words.filter((word) => !isSeed(word)) };
}

type Combination = { kind: Kind; values: FormValues };

function* combine(idea: Idea, sheet: SheetValues, base: SheetBase): Generator<Combination> {
  const chosen = base.kinds.filter(({ id }) => idea.kindIds.includes(id));
  // A line that names another kind is one line, which says so.
  const kinds = idea.unknownKind === undefined ? chosen : chosen.slice(0, 1);
  const { seeds: listed } = readSeeds(sheet.seeds);
  const seeds =
    listed.length > 0 ? listed : sheet.takes > 1 ? base.rolled.slice(0, sheet.takes) : [undefined];
  for (const prompt of idea.prompts) {
    for (const options of combineChoices(idea, sheet, kinds)) {
      for (const kind of kinds) {
        const carried = carriedValues(base, kind);
        const cells = readCells(kind, idea.cells);
        const changed = { ...carried, ...options, [promptField(kind)]: prompt, ...cells };
        const own = { ...withoutStaleConsents(kind, carried, changed), ...cells };
        const takesSeeds = hasSeed(kind) && idea.cells.seed === undefined;
        for (const seed of takesSeeds ? seeds : [undefined])
          yield { kind, values: seed === undefined ? own : { ...own, seed } };
      }
    }
  }
}

function combineChoices(
  { cells }: Pick<Idea, 'cells'>,
  { choices }: SheetValues,
  kinds: readonly Kind[],
): FormValues[] {
  const ticked = Object.entries(choices).filter(
    ([name, values]) =>
      values.length > 0 &&
      cells[name] === undefined &&
      kinds.every(({ fields }) => fields[name] && !fields[name].isIgnored),
  );
  return ticked.reduce<FormValues[]>(
    (known, [name, values]) => known.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  );
}

function readCells({ fields }: Kind, cells: Idea['cells']): FormValues {
  const known = Object.entries(cells).flatMap(([name, cell]) => {
    const field = fields[name];
    return field ? [[name, readCell(field, cell)] as const] : [];
  });
  return Object.fromEntries(known);
}

/** A text that is no value of the field stays as it is: the check of the field says what is wrong with it. */
function readCell({ widget }: Field, cell: string): unknown {
  switch (widget.type) {
    case 'choice':
      return widget.options.find(({ value }) => String(value) === cell)?.value ?? cell;
    case 'slider':
    case 'seed':
      return Number.isNaN(Number(cell)) ? cell : Number(cell);
    case 'switch':
    case 'consent':
      return (
        { true: true, yes: true, '1': true, false: false, no: false, '0': false }[cell.toLowerCase()] ?? cell
      );
    case 'upload':
      return widget.maxFiles > 1 ? cell.split(/\s+/) : cell;
    case 'textarea':
      return cell;
  }
}

/** `seen` counts how often each line was made before. */
function toLine(idea: Idea, { kind, values }: Combination, seen: Map<string, number>): SheetLine {
  const parsed = parseForm(kind, values);
  const problems = [...findBrokenRow(idea), ...findUnknownKind(idea), ...(parsed.ok ? [] : parsed.issues)];
  const input = parsed.ok && problems.length === 0 ? parsed.input : undefined;
  const fields = Object.entries(input ?? shownValues(kind, values)).sort(([a], [b]) => (a < b ? -1 : 1));
  const made = hashText(`${kind.id} ${JSON.stringify(fields)}`);
  const key = `${idea.line} ${made}`;
  const times = seen.get(key) ?? 0;
  seen.set(key, times + 1);
  return {
    key: times === 0 ? key : `${key} ${times}`,
    source: idea.line,
    kind,
    values,
    input,
    made,
    problems,
    costCredits: input ? kind.price(input).costCredits : 0,
    duplicateOf: undefined,
  };
}

const brokenRows = {
  surplus_cells:
    'This row has more cells than the table has columns; put a text with commas in quotation marks',
  open_quote: 'A quotation mark in this row is never closed',
} as const;

function findBrokenRow({ brokenRow }: Idea): InputProblem[] {
  return brokenRow ? [{ path: 'row', code: brokenRow, message: brokenRows[brokenRow] }] : [];
}

function findUnknownKind({ unknownKind, kindIds }: Idea): InputProblem[] {
  if (unknownKind === undefined) return [];
  const options = kindIds.join(', ');
  return [{ path: 'kind', code: 'model_one_of', params: { options }, message: `Not one of: ${options}` }];
}

function shownValues({ fields }: Kind, values: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => fields[name] && isShown(fields[name], values)),
  );
}

function leaveOut(all: readonly SheetLine[], sheet: SheetValues): Pick<Expanded, 'lines' | 'leftOut'> {
  const removed = new Set(sheet.removed);
  const kept = all.filter(({ key }) => !removed.has(key));
  const good = sheet.leavesOutBad ? kept.filter(({ input }) => input) : kept;
  const marked = markDuplicates(good);
  const single = sheet.leavesOutDuplicates ? marked.filter(isFirst) : marked;
  const lines = single.slice(0, sheet.keptFirst ?? single.length);
  const leftOut = {
    single: all.length - kept.length,
    bad: kept.length - good.length,
    duplicates: good.length - single.length,
    afterFirst: single.length - lines.length,
  };
  return { lines, leftOut };
}

function isFirst({ duplicateOf }: SheetLine): boolean {
  return duplicateOf === undefined;
}

function markDuplicates(lines: readonly SheetLine[]): SheetLine[] {
  const placeOf = new Map<number, number>();
  return lines.map((line, index) => {
    const first = placeOf.get(line.made);
    if (first === undefined) placeOf.set(line.made, index + 1);
    return { ...line, duplicateOf: first };
  });
}

/** Counts whose product is the number of lines, each at least 1; ideas that were left out count as well. */
export function countFactors(sheet: SheetValues, { kinds }: SheetBase, { prompts }: Expanded) {
  const chosen = kinds.filter(({ id }) => sheet.kindIds.includes(id));
  const listed = readSeeds(sheet.seeds).seeds.length;
  const ticked = combineChoices({ cells: {} }, sheet, chosen);
  const seeds = chosen.some(hasSeed) ? listed || sheet.takes : 1;
  return { prompts, kinds: chosen.length, seeds, options: ticked.length };
}

/** How many lines, from the first on, these credits are enough for. */
export function countFitting(lines: readonly SheetLine[], leftCredits: number): number {
  let left = leftCredits;
  const first = lines.findIndex(({ costCredits }) => {
    left -= costCredits;
    return left < 0;
  });
  return first === -1 ? lines.length : first;
}
