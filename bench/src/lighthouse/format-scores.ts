import { median } from '../measure/statistics.ts';
import type { Device, Scores } from './measure-page.ts';

export type PageScores = { path: string; device: Device; runs: readonly Scores[] };

const columns: readonly [string, keyof Scores][] = [
  ['performance', 'performance'],
  ['accessibility', 'accessibility'],
  ['best practices', 'bestPractices'],
  ['SEO', 'seo'],
  ['FCP ms', 'firstPaintMs'],
  ['LCP ms', 'largestPaintMs'],
  ['TBT ms', 'blockingMs'],
  ['CLS', 'layoutShift'],
];
const pathWidth = 32;

/** A line per page with the median of each score. */
export function formatScores(pages: readonly PageScores[], { isHeaded }: { isHeaded: boolean }): string {
  const head = ['device '.padEnd(8), 'page'.padEnd(pathWidth), ...columns.map(([name]) => name)].join('  ');
  const lines = pages.map(({ path, device, runs }) => {
    const cells = columns.map(([name, key]) => {
      const value = median(runs.map((run) => run[key]));
      return String(key === 'layoutShift' ? Number(value.toFixed(3)) : Math.round(value)).padStart(
        name.length,
      );
    });
    return [device.padEnd(8), path.padEnd(pathWidth), ...cells].join('  ');
  });
  return (isHeaded ? [head, ...lines] : lines).join('\n');
}
