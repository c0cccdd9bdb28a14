import { expect, it } from 'vitest';
import { renderCourses } from './render-courses.ts';
import type { Sample } from './start-sampling.ts';
import { slopePerHour, summarizeSamples } from './summarize-samples.ts';

const minuteMs = 60_000;
const everyMinute = (name: string, values: readonly number[]): Sample[] =>
  values.map((value, index) => ({ atMs: 1_000_000 + index * minuteMs, values: { [name]: value } }));

it('the slope is that of the line, however much its points scatter around it', () => {
  const line = Array.from({ length: 60 }, (_, index) => {
    const scatter = index % 2 === 0 ? 7 : -7;
    return { atMs: index * minuteMs, value: 500 + 2 * index + scatter };
  });
  expect(slopePerHour(line)).toBeCloseTo(120, -1);
  expect(slopePerHour(line.map(({ atMs }) => ({ atMs, value: 8 })))).toBe(0);
});

it('the slope needs two points in time', () => {
  expect(slopePerHour([])).toBeNull();
  expect(slopePerHour([{ atMs: 5, value: 1 }])).toBeNull();
});

it('the slope leaves out the first half, in which a process fills its caches', () => {
  const { heap } = summarizeSamples(everyMinute('heap', [10, 40, 70, 100, 100, 100, 100, 100]));
  expect(heap).toEqual({ first: 10, last: 100, max: 100, perHour: 0 });
});

it('the slope bridges samples in which a part was away', () => {
  const [begin, , middle, end] = everyMinute('connections', [4, 0, 6, 8]) as [Sample, Sample, Sample, Sample];
  const away = { atMs: begin.atMs + minuteMs, values: {} };
  const { connections } = summarizeSamples([begin, away, middle, end]);
  expect(connections).toEqual({ first: 4, last: 8, max: 8, perHour: 120 });
});

it('the report lists tables and indexes only when their size changed, and everything else always', () => {
  const samples = [0, 1].map((atMs): Sample => {
    return { atMs, values: { 'table outbox': 8192, 'index a_pkey': 8192 * (1 + atMs), 'open files': 30 } };
  });
  expect(Object.keys(summarizeSamples(samples))).toEqual(['index a_pkey', 'open files']);
});

it('the report draws each course', () => {
  const samples = everyMinute('api-1 heap', [1_000, 2_000]);
  const html = renderCourses(summarizeSamples(samples), samples);
  expect(html).toContain('<td>api-1 heap</td><td>1,000</td><td>2,000</td><td>2,000</td>');
  expect(html).toContain('<polyline points="0.0,12.0 320.0,0.0"');
  expect(renderCourses({}, [])).toBe('');
});
