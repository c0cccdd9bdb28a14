import type { Sample } from './start-sampling.ts';

/** `perHour` is the slope of the second half, when everything that fills at the start is full; null without two values. */
export type Course = { first: number; last: number; max: number; perHour: number | null };

const hourMs = 3_600_000;
/** Each has thousands of bytes, and most never change. */
const isRelation = (name: string) => /^(table|index) /.test(name);

/** The course of everything that was measured, by its name. Tables and indexes that kept their size are left out. */
export function summarizeSamples(samples: readonly Sample[]): Record<string, Course> {
  const names = new Set(samples.flatMap(({ values }) => Object.keys(values)));
  const [fromMs = 0, untilMs = 0] = [samples[0]?.atMs, samples.at(-1)?.atMs];
  const middleMs = (fromMs + untilMs) / 2;
  const courses = [...names].map((name): [string, Course] => {
    const points = listPoints(samples, name);
    const values = points.map(({ value }) => value);
    const late = points.filter(({ atMs }) => atMs >= middleMs);
    const [first = 0, last = 0] = [values[0], values.at(-1)];
    return [name, { first, last, max: Math.max(...values), perHour: slopePerHour(late) }];
  });
  const isSteady = ({ first, last, max }: Course) => first === last && last === max;
  return Object.fromEntries(courses.filter(([name, course]) => !isRelation(name) || !isSteady(course)));
}

export type Point = { atMs: number; value: number };

export function listPoints(samples: readonly Sample[], name: string): Point[] {
  return samples.flatMap(({ atMs, values }) => {
    const value = values[name];
    return value === undefined ? [] : [{ atMs, value }];
  });
}

/** Least squares, with one digit after the point. */
export function slopePerHour(points: readonly Point[]): number | null {
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const meanMs = mean(points.map(({ atMs }) => atMs));
  const meanValue = mean(points.map(({ value }) => value));
  let [spread, together] = [0, 0];
  for (const { atMs, value } of points) {
    const hours = (atMs - meanMs) / hourMs;
    spread += hours ** 2;
    together += hours * (value - meanValue);
  }
  return spread === 0 ? null : Math.round((together / spread) * 10) / 10;
}
