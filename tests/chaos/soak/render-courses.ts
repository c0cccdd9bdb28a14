import type { Sample } from './start-sampling.ts';
import { type Course, listPoints } from './summarize-samples.ts';

const [width, height] = [320, 24];

/** A table with a line each, which begins at zero. */
export function renderCourses(courses: Readonly<Record<string, Course>>, samples: readonly Sample[]): string {
  const rows = Object.entries(courses).map(([name, course]) => {
    const { first, last, max, perHour } = course;
    const cells = [first, last, max, perHour].map((value) => `<td>${value?.toLocaleString('en') ?? ''}</td>`);
    return `<tr><td>${name}</td>${cells.join('')}<td>${draw(samples, name, max)}</td></tr>`;
  });
  if (rows.length === 0) return '';
  const heads = ['', 'first', 'last', 'highest', 'per hour in the second half', ''];
  return `<table><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr>${rows.join('\n')}</table>`;
}

function draw(samples: readonly Sample[], name: string, max: number): string {
  const [fromMs = 0, untilMs = 0] = [samples[0]?.atMs, samples.at(-1)?.atMs];
  const at = listPoints(samples, name).map(({ atMs, value }) => {
    const x = ((atMs - fromMs) / Math.max(1, untilMs - fromMs)) * width;
    return `${x.toFixed(1)},${(height - (value / Math.max(1, max)) * height).toFixed(1)}`;
  });
  const line = `<polyline points="${at.join(' ')}" fill="none" stroke="#1c7ed6"/>`;
  return `<svg width="${width}" height="${height}">${line}</svg>`;
}
