import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { LoadedDays, recordsPerCall, selectedPerCall } from './loaded-days.ts';

const dayOf = ({ created_at }: { created_at: string }) => created_at.slice(0, 10);

/** Records of a day, the newest first. */
function recordsOf(day: string, count: number, first = 0) {
  return Array.from({ length: count }, (_, at) =>
    sampleGeneration({ id: `${day} ${first + at}`, created_at: `${day}T12:00:00.000Z`, revision: 1 }),
  );
}

function daysWith(...counts: [string, number][]): LoadedDays {
  const loaded = new LoadedDays();
  loaded.setDays(counts);
  return loaded;
}

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
    const loaded = daysWith(['2026-03-04', 3], ['2026-03-03', 25], ['2026-03-02', 22], ['2026-03-01', 1]);
    expect(loaded.findCall(0, 5)).toEqual({ from: '2026-03-02', to: '2026-03-04', page: 1, pageSize: 50 });
    loaded.fill(
      { from: '2026-03-02', to: '2026-03-04', page: 1, pageSize: 50 },
      [...recordsOf('2026-03-04', 3), ...recordsOf('2026-03-03', 25), ...recordsOf('2026-03-02', 22)],
      dayOf,
    );
    expect(loaded.findCall(0, 50)).toBeUndefined();
    expect(loaded.findCall(0, 1000)).toEqual({ from: '2026-03-01', to: '2026-03-01', page: 1, pageSize: 50 });
  });
});

it('reads more at once for a selection, of which every page counts as read', () => {
  const loaded = daysWith(['2026-03-02', 80], ['2026-03-01', 450]);
  const short = { from: '2026-03-02', to: '2026-03-02', page: 1, pageSize: selectedPerCall };
  expect(loaded.findCall(60, 61, selectedPerCall)).toEqual(short);
  loaded.fill(short, recordsOf('2026-03-02', 80), dayOf);
  expect(loaded.findCall(0, 80)).toBeUndefined();
  const long = { from: '2026-03-01', to: '2026-03-01', page: 3, pageSize: selectedPerCall };
  expect(loaded.findCall(330, 331, selectedPerCall)).toEqual(long);
  loaded.fill(long, recordsOf('2026-03-01', 100, 200), dayOf);
  expect(loaded.at(379)?.id).toBe('2026-03-01 299');
  expect(loaded.findCall(280, 380)).toBeUndefined();
});

describe('fill', () => {
  it('puts records in their places, and says when there are not as many as were counted', () => {
    const loaded = daysWith(['2026-03-02', 2], ['2026-03-01', 75]);
    const call = { from: '2026-03-01', to: '2026-03-01', page: 2, pageSize: 50 };
    expect(loaded.fill(call, recordsOf('2026-03-01', 25, 50), dayOf)).toBe(true);
    expect(loaded.at(52)?.id).toBe('2026-03-01 50');
    expect(loaded.placeOf('2026-03-01 74')).toBe(76);
    expect(loaded.at(51)).toBeUndefined();
    expect(loaded.fill(call, recordsOf('2026-03-01', 24, 50), dayOf)).toBe(false);
    // It is not read for ever.
    expect(loaded.findCall(52, 77)).toBeUndefined();
  });

  it('keeps a newer revision that an event brought, and has a record in one place only', () => {
    const loaded = daysWith(['2026-03-01', 2]);
    const call = { from: '2026-03-01', to: '2026-03-01', page: 1, pageSize: 50 };
    const [first, second] = recordsOf('2026-03-01', 2);
    if (!first || !second) throw new Error('Two records are needed');
    loaded.fill(call, [first, second], dayOf);
    expect(loaded.update([{ ...first, revision: 2, prompt: 'newer' }])).toBe(true);
    expect(loaded.update([{ ...first, revision: 1, prompt: 'older' }])).toBe(false);
    loaded.fill(call, [second, first], dayOf);
    expect(loaded.placeOf(second.id)).toBe(0);
    expect(loaded.at(1)).toMatchObject({ id: first.id, prompt: 'newer' });
    expect(loaded.all().map(({ id }) => id)).toEqual([second.id, first.id]);
  });
});

describe('setDays', () => {
  it('keeps what is loaded when a new record arrives, moved by one, and reads that day again', () => {
    const loaded = daysWith(['2026-03-02', 2], ['2026-03-01', 1]);
    loaded.fill(
      { from: '2026-03-01', to: '2026-03-02', page: 1, pageSize: 50 },
      [...recordsOf('2026-03-02', 2), ...recordsOf('2026-03-01', 1)],
      dayOf,
    );
    loaded.setDays([
      ['2026-03-02', 3],
      ['2026-03-01', 1],
    ]);
    expect(loaded.at(0)).toBeUndefined();
    expect(loaded.placeOf('2026-03-02 0')).toBe(1);
    expect(loaded.placeOf('2026-03-01 0')).toBe(3);
    expect(loaded.findCall(3, 4)).toBeUndefined();
    expect(loaded.findCall(0, 4)).toMatchObject({ to: '2026-03-02', page: 1 });
  });

  it('forgets a day that has nothing left', () => {
    const loaded = daysWith(['2026-03-02', 1], ['2026-03-01', 1]);
    loaded.fill(
      { from: '2026-03-01', to: '2026-03-02', page: 1, pageSize: 50 },
      [...recordsOf('2026-03-02', 1), ...recordsOf('2026-03-01', 1)],
      dayOf,
    );
    loaded.setDays([['2026-03-01', 1]]);
    expect(loaded.placeOf('2026-03-02 0')).toBeUndefined();
    expect(loaded.total).toBe(1);
    expect(loaded.at(0)?.id).toBe('2026-03-01 0');
  });
});

it('drops whole pages far away, which are read again when they are needed', () => {
  const loaded = daysWith(['2026-03-01', 1000]);
  for (const page of [1, 2, 7]) {
    const call = { from: '2026-03-01', to: '2026-03-01', page, pageSize: 50 };
    loaded.fill(call, recordsOf('2026-03-01', recordsPerCall, (page - 1) * recordsPerCall), dayOf);
  }
  loaded.dropOutside(75, 150);
  expect(loaded.at(49)).toBeUndefined();
  expect(loaded.at(50)).toBeDefined();
  expect(loaded.at(300)).toBeUndefined();
  expect(loaded.all()).toHaveLength(recordsPerCall);
  expect(loaded.findCall(0, 100)).toMatchObject({ page: 1 });
  expect(loaded.around(75).map(({ id }) => id)).toHaveLength(50);
});
