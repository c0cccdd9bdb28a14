import type { PublicGeneration } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { type DaysCall, generationsPerCall, LoadedDays, selectedPerCall } from './loaded-days.ts';

const readDay = ({ created_at }: { created_at: string }) => created_at.slice(0, 10);

/** Generations of a day, the newest first. */
function makeGenerations(day: string, count: number, first = 0) {
  return Array.from({ length: count }, (_, at) =>
    sampleGeneration({ id: `${day} ${first + at}`, created_at: `${day}T12:00:00.000Z`, revision: 1 }),
  );
}

function daysWith(...counts: [string, number][]): LoadedDays {
  return new LoadedDays().withCounts(counts);
}

/** Returns the days with the reply to a call, whose length may differ from the count. */
const filled = (loaded: LoadedDays, call: DaysCall, generations: PublicGeneration[]) =>
  loaded.withPage(call, generations, readDay).loaded;

describe('findCall', () => {
  it('reads a page of a long day from the middle of it, without what is before', () => {
    const loaded = daysWith(['2026-03-02', 7], ['2026-03-01', 450]);
    expect(loaded.findCall(220, 230)).toEqual({
      from: '2026-03-01',
      to: '2026-03-01',
      page: 5,
      pageSize: 50,
    });
  });

  it('reads short days together, up to what one call returns', () => {
    const counted = daysWith(['2026-03-04', 3], ['2026-03-03', 25], ['2026-03-02', 22], ['2026-03-01', 1]);
    const call = { from: '2026-03-02', to: '2026-03-04', page: 1, pageSize: 50 };
    expect(counted.findCall(0, 5)).toEqual(call);
    const generations = [
      makeGenerations('2026-03-04', 3),
      makeGenerations('2026-03-03', 25),
      makeGenerations('2026-03-02', 22),
    ];
    const loaded = filled(counted, call, generations.flat());
    expect(loaded.findCall(0, 50)).toBeUndefined();
    expect(loaded.findCall(0, 1000)).toEqual({ from: '2026-03-01', to: '2026-03-01', page: 1, pageSize: 50 });
  });
});

it('a day sums its credits once all of it is loaded', () => {
  const credits = { cost: 60, held: 0, settled: 50, released: 10 };
  const counted = daysWith(['2026-03-01', 60]);
  const call = { from: '2026-03-01', to: '2026-03-01', page: 1, pageSize: 50 };
  const generations = makeGenerations('2026-03-01', 60).map((generation) => ({ ...generation, credits }));
  expect(counted.sumCredits(0)).toBeUndefined();
  const half = filled(counted, call, generations.slice(0, 50));
  expect(half.sumCredits(0)).toBeUndefined();
  expect(filled(half, { ...call, page: 2 }, generations.slice(50)).sumCredits(0)).toBe(3_000);
  expect(half.sumCredits(7)).toBeUndefined();
});

it('a selection reads more at once, of which every page counts as read', () => {
  const counted = daysWith(['2026-03-02', 80], ['2026-03-01', 450]);
  const short = { from: '2026-03-02', to: '2026-03-02', page: 1, pageSize: selectedPerCall };
  expect(counted.findCall(60, 61, selectedPerCall)).toEqual(short);
  const withShort = filled(counted, short, makeGenerations('2026-03-02', 80));
  expect(withShort.findCall(0, 80)).toBeUndefined();
  const long = { from: '2026-03-01', to: '2026-03-01', page: 3, pageSize: selectedPerCall };
  expect(withShort.findCall(330, 331, selectedPerCall)).toEqual(long);
  const loaded = filled(withShort, long, makeGenerations('2026-03-01', 100, 200));
  expect(loaded.at(379)?.id).toBe('2026-03-01 299');
  expect(loaded.findCall(280, 380)).toBeUndefined();
});

describe('a reply', () => {
  it('is put in its place, and reported when it has not as many generations as were counted', () => {
    const counted = daysWith(['2026-03-02', 2], ['2026-03-01', 75]);
    const call = { from: '2026-03-01', to: '2026-03-01', page: 2, pageSize: 50 };
    const { loaded, isAsCounted } = counted.withPage(call, makeGenerations('2026-03-01', 25, 50), readDay);
    expect(isAsCounted).toBe(true);
    expect(loaded.at(52)?.id).toBe('2026-03-01 50');
    expect(loaded.locate('2026-03-01 74')).toBe(76);
    expect(loaded.at(51)).toBeUndefined();
    const shorter = loaded.withPage(call, makeGenerations('2026-03-01', 24, 50), readDay);
    expect(shorter.isAsCounted).toBe(false);
    // It is not read for ever.
    expect(shorter.loaded.findCall(52, 77)).toBeUndefined();
  });

  it('keeps a newer revision that an event brought, and has a generation in one place only', () => {
    const counted = daysWith(['2026-03-01', 2]);
    const call = { from: '2026-03-01', to: '2026-03-01', page: 1, pageSize: 50 };
    const [first, second] = makeGenerations('2026-03-01', 2);
    if (!first || !second) throw new Error('Two generations are needed');
    const updated = filled(counted, call, [first, second]).withNewer([
      { ...first, revision: 2, prompt: 'newer' },
    ]);
    expect(updated.at(0)?.prompt).toBe('newer');
    expect(updated.withNewer([{ ...first, revision: 1, prompt: 'older' }])).toBe(updated);
    const loaded = filled(updated, call, [second, first]);
    expect(loaded.locate(second.id)).toBe(0);
    expect(loaded.at(1)).toMatchObject({ id: first.id, prompt: 'newer' });
    expect(loaded.all().map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('a new count', () => {
  it('keeps what is loaded when a new generation arrives, moved by one, and reads that day again', () => {
    const before = filled(
      daysWith(['2026-03-02', 2], ['2026-03-01', 1]),
      { from: '2026-03-01', to: '2026-03-02', page: 1, pageSize: 50 },
      [...makeGenerations('2026-03-02', 2), ...makeGenerations('2026-03-01', 1)],
    );
    const loaded = before.withCounts([
      ['2026-03-02', 3],
      ['2026-03-01', 1],
    ]);
    expect(before.at(0)?.id).toBe('2026-03-02 0');
    expect(loaded.at(0)).toBeUndefined();
    expect(loaded.locate('2026-03-02 0')).toBe(1);
    expect(loaded.locate('2026-03-01 0')).toBe(3);
    expect(loaded.findCall(3, 4)).toBeUndefined();
    expect(loaded.findCall(0, 4)).toMatchObject({ to: '2026-03-02', page: 1 });
  });

  it('forgets a day that has nothing left', () => {
    const before = filled(
      daysWith(['2026-03-02', 1], ['2026-03-01', 1]),
      { from: '2026-03-01', to: '2026-03-02', page: 1, pageSize: 50 },
      [...makeGenerations('2026-03-02', 1), ...makeGenerations('2026-03-01', 1)],
    );
    const loaded = before.withCounts([['2026-03-01', 1]]);
    expect(loaded.locate('2026-03-02 0')).toBeUndefined();
    expect(loaded.total).toBe(1);
    expect(loaded.at(0)?.id).toBe('2026-03-01 0');
  });
});

it('the store drops whole pages far away, which are read again when they are needed', () => {
  let loaded = daysWith(['2026-03-01', 1000]);
  for (const page of [1, 2, 7]) {
    const call = { from: '2026-03-01', to: '2026-03-01', page, pageSize: 50 };
    loaded = filled(
      loaded,
      call,
      makeGenerations('2026-03-01', generationsPerCall, (page - 1) * generationsPerCall),
    );
  }
  const near = loaded.within(75, 150);
  expect(near.at(49)).toBeUndefined();
  expect(near.at(50)).toBeDefined();
  expect(near.at(300)).toBeUndefined();
  expect(near.all().map(({ id }) => id)).toEqual(makeGenerations('2026-03-01', 50, 50).map(({ id }) => id));
  expect(near.findCall(0, 100)).toMatchObject({ page: 1 });
  expect(near.within(75, 150)).toBe(near);
});

it('a day keeps the shapes of its dropped generations, and only changed days are copied', () => {
  const call = { from: '2026-03-01', to: '2026-03-02', page: 1, pageSize: 50 };
  const generations = [...makeGenerations('2026-03-02', 2), ...makeGenerations('2026-03-01', 1)];
  const loaded = filled(daysWith(['2026-03-02', 2], ['2026-03-01', 1]), call, generations).withShapes(
    () => 1.5,
  );
  const changed = loaded.withShapes(({ id }) => (id === '2026-03-02 1' ? 2 : 1.5));
  expect([...(loaded.shapesOf(0) ?? [])]).toEqual([1.5, 1.5]);
  expect([...(changed.shapesOf(0) ?? [])]).toEqual([1.5, 2]);
  expect(changed.shapesOf(1)).toBe(loaded.shapesOf(1));
  expect(loaded.withShapes(() => 1.5)).toBe(loaded);
  expect([...(changed.within(10, 20).shapesOf(0) ?? [])]).toEqual([1.5, 2]);
  // The oldest stay where they are when one arrives.
  const counted = changed.withCounts([
    ['2026-03-02', 3],
    ['2026-03-01', 1],
  ]);
  expect([...(counted.shapesOf(0) ?? [])]).toEqual([Number.NaN, 1.5, 2]);
});
