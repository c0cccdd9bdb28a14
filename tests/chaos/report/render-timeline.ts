import { renderCourses } from '../soak/render-courses.ts';
import type { Sample } from '../soak/start-sampling.ts';
import type { UpTime } from '../stage/kept-process.ts';
import type { StruckFault } from '../strike-faults.ts';
import type { Life } from './record-generations.ts';
import type { Summary } from './summarize.ts';

type Timeline = {
  fromMs: number;
  untilMs: number;
  /** When the faults were over. */
  calmAtMs: number;
  faults: readonly StruckFault[];
  upTimes: readonly UpTime[];
  lives: readonly Life[];
  samples: readonly Sample[];
  summary: Summary;
};

type Bar = { fromMs: number; untilMs: number; color: string; title: string };

const [width, labelWidth, rowHeight, thinHeight] = [1_400, 220, 18, 3];
const colors: Readonly<Record<string, string>> = {
  completed: '#2f9e44',
  partial: '#94d82d',
  failed: '#e8590c',
  cancelled: '#868e96',
};

/** One page: what was hit when, when each process was up, and how long each generation took. */
export function renderTimeline(timeline: Timeline): string {
  const { faults, upTimes, lives, samples, summary, untilMs } = timeline;
  const faultRows = rowsBy(faults, ({ id }) => id).map(([label, same]) => ({
    label,
    bars: same.map(({ beganAtMs, endedAtMs, target }) => {
      return { fromMs: beganAtMs, untilMs: endedAtMs, color: '#e03131', title: `${label}: ${target}` };
    }),
  }));
  const processRows = rowsBy(upTimes, ({ name }) => name).map(([label, same]) => ({
    label,
    bars: same.map(({ fromMs, untilMs: end = untilMs }) => {
      return { fromMs, untilMs: end, color: '#1c7ed6', title: `${label} is ready` };
    }),
  }));
  const bars = lives
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs)
    .map(({ id, kind, status, createdAtMs, endedAtMs = untilMs }) => {
      const seconds = ((endedAtMs - createdAtMs) / 1_000).toFixed(1);
      const title = `${id} ${kind}: ${status} after ${seconds} s`;
      return { fromMs: createdAtMs, untilMs: endedAtMs, color: colors[status] ?? '#000', title };
    });
  const rows = [...faultRows, ...processRows];
  const top = rows.length * rowHeight + 10;
  const height = top + bars.length * thinHeight;
  const drawn = [
    ...rows.flatMap(({ label, bars: own }, index) => [
      `<text x="0" y="${index * rowHeight + 13}">${escapeHtml(label)}</text>`,
      ...own.map((bar) => draw(timeline, bar, index * rowHeight + 2, rowHeight - 4)),
    ]),
    `<text x="0" y="${top + 12}">${bars.length} generations</text>`,
    ...bars.map((bar, index) => draw(timeline, bar, top + index * thinHeight, thinHeight)),
    `<line x1="${x(timeline, timeline.calmAtMs)}" x2="${x(timeline, timeline.calmAtMs)}" y1="0" y2="${height}" stroke="#000" stroke-dasharray="4"/>`,
  ];
  const svg = `<svg width="${width}" height="${height}">${drawn.join('\n')}</svg>`;
  return page(summary, renderCourses(summary.courses, samples) + svg);
}

function rowsBy<Item>(items: readonly Item[], formatName: (item: Item) => string): [string, Item[]][] {
  return [...Map.groupBy(items, formatName)].toSorted(([a], [b]) => a.localeCompare(b));
}

function x({ fromMs, untilMs }: Timeline, atMs: number): string {
  const share = (atMs - fromMs) / (untilMs - fromMs);
  return (labelWidth + share * (width - labelWidth)).toFixed(1);
}

function draw(timeline: Timeline, { fromMs, untilMs, color, title }: Bar, y: number, height: number): string {
  const from = x(timeline, fromMs);
  const barWidth = Math.max(1, Number(x(timeline, untilMs)) - Number(from)).toFixed(1);
  const shape = `x="${from}" y="${y}" width="${barWidth}" height="${height}" fill="${color}"`;
  return `<rect ${shape}><title>${escapeHtml(title)}</title></rect>`;
}

function page(summary: Summary, drawn: string): string {
  const { backend, storage, seed, violations, courses, ...rest } = summary;
  const list = violations.map((violation) => `<li>${escapeHtml(violation)}</li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chaos ${escapeHtml(seed)} on ${backend}</title>
<style>body { font: 13px system-ui, sans-serif; margin: 24px } text { font-size: 12px } pre { white-space: pre-wrap }</style>
<h1>Seed ${escapeHtml(seed)}: jobs on ${backend}, files on ${storage}</h1>
<p>${violations.length === 0 ? 'No violation.' : `${violations.length} violations:`}</p><ul>${list}</ul>
<p>Red: a fault. Blue: a process is ready. Below: each generation from its submission to its end, green completed, orange
failed, grey cancelled. Dashed: the last fault has ended. Hover over a bar for what it is.</p>
${drawn}<pre>${escapeHtml(JSON.stringify(rest, null, 2))}</pre></html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
