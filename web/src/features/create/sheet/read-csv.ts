const delimiters = [',', ';', '\t'];

/**
 * The rows of a comma-separated text (RFC 4180), with the line that each begins at, counted from 1. Semicolons and tabs
 * separate, too, where the first line has more of them. Empty lines are left out.
 */
export function readCsv(text: string): { cells: string[]; line: number }[] {
  const source = text.replace(/^\uFEFF/, '');
  const delimiter = findDelimiter(source);
  const rows: { cells: string[]; line: number }[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let firstLine = 1;
  const endRow = () => {
    cells.push(cell);
    if (cells.some((each) => each.trim() !== '')) rows.push({ cells, line: firstLine });
    cells = [];
    cell = '';
    firstLine = line;
  };
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    const isBreak = sign === '\n' || (sign === '\r' && source[at + 1] !== '\n');
    if (isBreak) line += 1;
    if (isQuoted && sign === '"' && source[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (isQuoted) {
      if (sign === '"') isQuoted = false;
      else cell += sign;
    } else if (sign === '"' && cell.trim() === '') {
      cell = '';
      isQuoted = true;
    } else if (sign === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (isBreak) endRow();
    else if (sign !== '\r') cell += sign;
  }
  endRow();
  return rows;
}

function findDelimiter(text: string): string {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  const countOf = (delimiter: string) => first.split(delimiter).length;
  return delimiters.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}
