/** Beginning of a formula to a spreadsheet, also behind apostrophes. */
const formula = /^'*[=+\-@\t\r]/;

/**
 * One cell of RFC 4180. Null is an empty cell, an empty text is `""`. A text that a spreadsheet would run as a formula
 * gets an apostrophe in front: exports are opened in spreadsheets, and users choose some of the texts.
 */
export function toCsvCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell without the apostrophe that `toCsvCell` put in front of it. */
export function fromCsvText(text: string): string {
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}
