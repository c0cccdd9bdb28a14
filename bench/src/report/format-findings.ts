import type { Finding, Quantity } from '../scenario.ts';

const heads = ['', 'what', 'measured', 'against', 'ratio', 'target'];

/** The findings of one scenario as a table for the terminal. */
export function formatFindings(findings: readonly Finding[], notes: readonly string[]): string {
  const lines = [heads, ...findings.map(listCells)];
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => (cells[column] ?? '').length)));
  const table = lines.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...table, ...notes.map((note) => `  ${note}`)].join('\n');
}

function listCells({ what, measured, reference, target, isMet }: Finding): string[] {
  const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED';
  return [
    verdict,
    what,
    formatQuantity(measured),
    reference ? `${reference.what} ${formatQuantity(reference)}` : '',
    reference ? formatRatio(measured.value / reference.value) : '',
    target ?? '',
  ];
}

/** Three significant digits, but never fewer than the integer part. */
function formatQuantity({ value, unit }: Quantity): string {
  const digits = value === 0 || Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const number = value.toLocaleString('en', { maximumFractionDigits: digits });
  return unit.startsWith('/') ? `${number}${unit}` : `${number} ${unit}`;
}

/** Writes a ratio well below 1 as a fraction, like the targets. */
function formatRatio(ratio: number): string {
  if (!Number.isFinite(ratio) || ratio === 0) return '';
  return ratio < 0.7 ? `1/${(1 / ratio).toFixed(1)}` : ratio.toFixed(1);
}
