const delimiters = [',', ';', '\t'];

/** `isOpen`: a quotation mark of the row is never closed, so that the rest of the text is in its last cell. */
export type CsvRow = { cells: string[]; line: number; isOpen: boolean };

/**
 * The rows of a comma-separated text (RFC 4180), with the line that each begins at, counted from 1. Semicolons and tabs
 * separate, too, where the first line has more of them or says so (`sep=;`, as spreadsheets write it). Empty lines are
 * left out. A quotation with text beside it in its cell is no quoted cell: it keeps its marks.
 */
export function readCsv(text: string): CsvRow[] {
  const [mark = '', named] = /^\uFEFF?(?:sep=([,;\t])[ ;,\t]*(?:\r\n?|\n|$))?/i.exec(text) ?? [];
  const source = text.slice(mark.length);
  const readCell = cellReader(source, named ?? findDelimiter(source));
  const rows: CsvRow[] = [];
  let line = named === undefined ? 1 : 2;
  let row: CsvRow = { cells: [], line, isOpen: false };
  for (let at = 0; at <= source.length; ) {
    const { cell, end, isOpen } = readCell(at);
    row.cells.push(cell);
    row.isOpen = isOpen;
    line += countBreaks(source.slice(at, end));
    const [lineBreak] = /^(?:\r\n?|\n)/.exec(source.slice(end, end + 2)) ?? [];
    if (lineBreak !== undefined || end === source.length) {
      if (lineBreak !== undefined) line += 1;
      if (row.cells.some((each) => each.trim() !== '')) rows.push(row);
      row = { cells: [], line, isOpen: false };
    }
    at = end + (lineBreak?.length ?? 1);
  }
  return rows;
}

type Cell = {
  cell: string /** Index of the delimiter or line break after the cell. */;
  end: number;
  isOpen: boolean;
};

function cellReader(source: string, delimiter: string): (at: number) => Cell {
  const quoted = new RegExp(` *"([^"]*(?:""[^"]*)*)" *(?=[${delimiter}\\r\\n]|$)`, 'y');
  const open = / *"([^"]*(?:""[^"]*)*)$/y;
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y');
  const match = (pattern: RegExp, at: number) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  return (at) => {
    const closed = match(quoted, at);
    const [whole = '', content] = closed ?? match(open, at) ?? match(plain, at) ?? [];
    const isOpen = content !== undefined && closed === null;
    return { cell: content?.replaceAll('""', '"') ?? whole, end: at + whole.length, isOpen };
  };
}

function countBreaks(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0;
}

function findDelimiter(text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const countEntries = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, next) => (countEntries(next) > countEntries(best) ? next : best));
}
