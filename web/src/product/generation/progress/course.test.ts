import type { PublicGeneration, PublicProgress } from '@atelier/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '../testing/sample-generation.ts';
import { nothingShown, readCourse, type Shown } from './course.ts';

const startMs = Date.parse('2026-01-01T00:00:00.000Z');
const iso = (seconds: number) => new Date(startMs + seconds * 1_000).toISOString();

function running(progress: Partial<PublicProgress>): PublicGeneration {
  const sample = sampleGeneration({ status: 'processing', submitted_at: iso(0) });
  const known = { ...sample.progress, expected_seconds: 60, expected_most_seconds: 110 };
  return { ...sample, progress: { ...known, stage: 'generating', stage_started_at: iso(0), ...progress } };
}

const read = (progress: Partial<PublicProgress>, seconds: number, before: Shown = nothingShown) =>
  readCourse(running(progress), startMs + seconds * 1_000, before);

describe('until the provider reports', () => {
  it('the bar shows the time spent, ends at "at most" and has a tick at "about"', () => {
    const { course } = read({}, 38);
    expect(course).toMatchObject({ spentSeconds: 38, about: { seconds: 60 }, mostSeconds: 110 });
    expect(course.fill).toBeCloseTo(38 / 110);
    expect(course.about?.at).toBeCloseTo(60 / 110);
  });

  it('neither end is named once it has passed, and after both it is late', () => {
    expect(read({}, 70).course).toMatchObject({ about: undefined, mostSeconds: 110, isLate: false });
    const late = read({}, 111).course;
    expect(late).toMatchObject({ about: undefined, mostSeconds: undefined, isLate: true });
    expect(late.fill).toBeLessThan(1);
  });

  it('it is late only when it takes noticeably longer, where nothing but the usual time is known', () => {
    const isLate = (expected_seconds: number, seconds: number) =>
      read({ expected_seconds, expected_most_seconds: null }, seconds).course.isLate;
    expect([isLate(60, 70), isLate(60, 76)]).toEqual([false, true]);
    // The first second is not late after many generations that took next to no time.
    expect([isLate(0.1, 1), isLate(0.1, 4)]).toEqual([false, true]);
  });

  it('1 % every three seconds is all there is when no time is known, and never the whole', () => {
    const at = (seconds: number) =>
      read({ expected_seconds: 0, expected_most_seconds: null }, seconds).course.fill;
    expect(at(30)).toBeCloseTo(0.1);
    expect(at(3_000)).toBe(0.99);
  });

  it('a report under a tenth, or of another stage, changes nothing', () => {
    expect(read({ percent: 9 }, 20)).toMatchObject({ course: read({}, 20).course });
    expect(read({ percent: 50, stage: 'queued' }, 20).course).toEqual(read({ stage: 'queued' }, 20).course);
  });

  it('what is expected of others meanwhile moves no end away', () => {
    const { shown } = read({ expected_seconds: 30 }, 10);
    expect(read({ expected_seconds: 90 }, 12, shown).course.about?.seconds).toBe(30);
  });
});

describe('once the provider has reported', () => {
  it('the share of the way to "about" is the report, and "about" is what it predicts', () => {
    const { course } = read({ percent: 40 }, 20);
    expect(course.about?.seconds).toBeCloseTo(50);
    expect(course.fill / (course.about?.at ?? 0)).toBeCloseTo(0.4);
    expect(course.mostSeconds).toBe(110);
  });

  it('the same report, seen again later, predicts the same end', () => {
    const { shown } = read({ percent: 40 }, 20);
    expect(read({ percent: 40 }, 30, shown).course.about?.seconds).toBeCloseTo(50);
  });

  it('the time in the queue is spent, and says nothing about the speed', () => {
    const { course } = read({ percent: 50, stage_started_at: iso(30) }, 40);
    expect(course.about?.seconds).toBeCloseTo(50);
  });

  it('past four fifths it is almost done: no figure, and a bar that says the same', () => {
    const { course } = read({ percent: 81 }, 5);
    expect(course).toMatchObject({
      isAlmostDone: true,
      about: undefined,
      mostSeconds: undefined,
      fill: 0.81,
    });
  });

  it('as the marks give way, the bar does not leap', () => {
    const before = read({ percent: 80 }, 5);
    expect(before.course.fill).toBeCloseTo(0.8);
    expect(before.course.about?.at).toBeCloseTo(1);
  });

  it('a report that predicts an end after "at most" leaves neither standing', () => {
    expect(read({ percent: 20 }, 40).course).toMatchObject({
      isLate: true,
      about: undefined,
      mostSeconds: undefined,
    });
  });
});

it('what waits has spent no time, what is saved has no ends, and what has ended is whole', () => {
  expect(read({ stage: 'waiting' }, 50).course).toMatchObject({ fill: 0, spentSeconds: 0, about: undefined });
  expect(read({ stage: 'saving' }, 20).course).toMatchObject({ fill: 0.97, about: undefined });
  const ended = { ...running({ stage: 'done' }), status: 'completed' as const };
  expect(readCourse(ended, startMs, nothingShown).course.fill).toBe(1);
});

it('time spent is never negative when the clocks differ', () => {
  expect(read({}, -5).course).toMatchObject({ fill: 0, spentSeconds: 0 });
});

const step = fc.record({
  afterSeconds: fc.double({ min: 0, max: 60, noNaN: true }),
  stage: fc.constantFrom('reserved', 'queued', 'generating', 'generating', 'generating', 'saving'),
  percent: fc.option(fc.integer({ min: 0, max: 99 }), { nil: null }),
  expected_seconds: fc.oneof(fc.constant(0), fc.double({ min: 0.1, max: 200, noNaN: true })),
  expected_most_seconds: fc.option(fc.double({ min: 0.1, max: 400, noNaN: true }), { nil: null }),
});

it('over any course the bar never goes back, and bar, marks and words never contradict each other', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      let before = nothingShown;
      let seconds = 0;
      for (const { afterSeconds, stage, ...rest } of steps) {
        seconds += afterSeconds;
        const { course, shown } = read({ ...rest, stage: stage as PublicProgress['stage'] }, seconds, before);
        expect(course.fill).toBeGreaterThanOrEqual(before.fill);
        expect(course.fill).toBeLessThan(1);
        const { about, mostSeconds, isAlmostDone, isLate, spentSeconds } = course;
        // The words of a near or a late end take the place of both marks, and of each other.
        expect(
          [isAlmostDone, isLate, about !== undefined || mostSeconds !== undefined].filter(Boolean).length,
        ).toBeLessThan(2);
        if (isAlmostDone) expect(course.fill).toBeGreaterThan(0.8);
        if (about) {
          expect(about.seconds).toBeGreaterThan(spentSeconds);
          expect(about.at).toBeGreaterThanOrEqual(course.fill);
          expect(about.at).toBeLessThanOrEqual(1);
        }
        if (mostSeconds !== undefined) {
          expect(mostSeconds).toBeGreaterThan(spentSeconds);
          if (about) expect(about.seconds).toBeLessThanOrEqual(mostSeconds);
          if (before.mostSeconds !== undefined) expect(mostSeconds).toBeLessThanOrEqual(before.mostSeconds);
        }
        before = shown;
      }
    }),
  );
});
