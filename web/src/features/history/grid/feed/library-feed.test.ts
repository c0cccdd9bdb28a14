import { expect, it, vi } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { LibraryFeed, readDay } from './library-feed.ts';
import { type DayCount, type DaysCall, generationsPerCall } from './loaded-days.ts';

/** A day at noon of the time zone that the tests run in. */
const readMoment = (day: string) => new Date(`${day}T12:00:00`).toISOString();

function createSource(days: DayCount[]) {
  const calls: (DaysCall | undefined)[] = [];
  const all = () =>
    days.flatMap(([day, count]) =>
      Array.from({ length: count }, (_, at) =>
        sampleGeneration({ id: `${day} ${count - at}`, created_at: readMoment(day), status: 'completed' }),
      ),
    );
  return {
    calls,
    readDays: async () => days,
    readPage: vi.fn(async (call: DaysCall | undefined) => {
      calls.push(call);
      if (!call) return all().slice(0, generationsPerCall);
      const own = all().filter(
        (generation) => readDay(generation) >= call.from && readDay(generation) <= call.to,
      );
      return own.slice((call.page - 1) * call.pageSize, call.page * call.pageSize);
    }),
  };
}

const settled = () => vi.waitFor(() => new Promise((done) => setTimeout(done)), { timeout: 20_000 });

it('the feed reads only what the window needs, wherever that is', async () => {
  const source = createSource([
    ['2026-03-02', 250],
    ['2026-03-01', 5_000],
  ]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  expect(feed.loaded.at(49)?.id).toBe('2026-03-02 201');
  expect(source.calls).toEqual([undefined]);

  feed.want({ from: 3_020, to: 3_045 });
  await vi.waitFor(() => expect(feed.loaded.at(3_020)?.id).toBe('2026-03-01 2230'), { timeout: 20_000 });
  expect(source.calls.slice(1)).toEqual([
    { from: '2026-03-01', to: '2026-03-01', page: 56, pageSize: generationsPerCall },
  ]);
  // The beginning is far away by now.
  await vi.waitFor(() => expect(feed.loaded.at(0)).toBeUndefined(), { timeout: 20_000 });
  expect(feed.loaded.total).toBe(5_250);
});

it('the feed may lack what ended after its last count, also what had begun before the newest', async () => {
  const source = createSource([['2026-03-02', 2]]);
  const feed = new LibraryFeed(source);
  const ended = (id: string, finished_at: string | null) => ({ id, finished_at });
  const later = '2026-03-03T12:00:00.000Z';
  expect(feed.mayLack(ended('first', later))).toBe(true);
  await feed.refresh();
  expect(feed.mayLack(ended('slow', later))).toBe(true);
  expect(feed.mayLack(ended('2026-03-02 2', later))).toBe(false);
  expect(feed.mayLack(ended('old', '2026-02-01T12:00:00.000Z'))).toBe(false);
  expect(feed.mayLack(ended('running', null))).toBe(false);
});

it('the feed reads what is in the window before what is near it', async () => {
  const source = createSource([['2026-03-01', 5_000]]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  feed.want({ from: 2_000, to: 2_200 }, { from: 2_110, to: 2_160 });
  await vi.waitFor(() => expect(feed.loaded.at(2_199)).toBeDefined(), { timeout: 20_000 });
  const pages = source.calls.slice(1).map((call) => call?.page);
  expect(pages).toEqual([43, 44, 41, 42]);
});

it('the feed reads all that a window will show at once, before it is known what that is', async () => {
  const source = createSource([['2026-03-01', 5_000]]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  feed.want({ from: 0, to: 40 }, { from: 0, to: 30 });
  feed.wantFrom(2_090);
  expect(source.calls.slice(1).map((call) => call?.page)).toEqual([42, 43]);
  await vi.waitFor(() => expect(feed.loaded.at(2_119)).toBeDefined(), { timeout: 20_000 });
});

it('the feed reads more than the window needs for the viewer, in both directions, until the window moves', async () => {
  const source = createSource([['2026-03-01', 5_000]]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  feed.want({ from: 2_000, to: 2_040 });
  await vi.waitFor(() => expect(feed.loaded.at(2_040)).toBeDefined(), { timeout: 20_000 });
  feed.widen('after');
  await vi.waitFor(() => expect(feed.loaded.at(2_089)).toBeDefined(), { timeout: 20_000 });
  // The grid is drawn again at the same place.
  feed.want({ from: 2_000, to: 2_040 });
  feed.widen('after');
  await vi.waitFor(() => expect(feed.loaded.at(2_139)).toBeDefined(), { timeout: 20_000 });
  expect(feed.loaded.at(1_999)).toBeUndefined();
  feed.widen('before');
  await vi.waitFor(() => expect(feed.loaded.at(1_950)).toBeDefined(), { timeout: 20_000 });
  const sent = source.calls.length;
  feed.widen('after');
  feed.want({ from: 100, to: 140 });
  await vi.waitFor(() => expect(feed.loaded.at(140)).toBeDefined(), { timeout: 20_000 });
  expect(source.calls.length).toBeGreaterThan(sent);
  await vi.waitFor(() => expect(feed.loaded.at(2_000)).toBeUndefined(), { timeout: 20_000 });
});

it('the feed reads again what has changed since the days were counted', async () => {
  const days: [string, number][] = [['2026-03-01', 120]];
  const source = createSource(days);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  days[0] = ['2026-03-01', 121];
  feed.want({ from: 100, to: 120 });
  await vi.waitFor(() => expect(feed.loaded.total).toBe(121), { timeout: 20_000 });
  await vi.waitFor(() => expect(feed.loaded.at(120)?.id).toBe('2026-03-01 1'), { timeout: 20_000 });
});

it('the feed stops after an error until it is asked to try again', async () => {
  const source = createSource([['2026-03-01', 300]]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  source.readPage.mockRejectedValueOnce(new Error('No connection'));
  feed.want({ from: 200, to: 220 });
  await vi.waitFor(() => expect(feed.state.get().error?.message).toBe('No connection'), { timeout: 20_000 });
  const sent = source.readPage.mock.calls.length;
  feed.want({ from: 201, to: 221 });
  await settled();
  expect(source.readPage.mock.calls).toHaveLength(sent);
  feed.retry();
  await vi.waitFor(() => expect(feed.loaded.at(200)).toBeDefined(), { timeout: 20_000 });
});

it('the feed reads a whole range for a selection, over what is not loaded', async () => {
  const source = createSource([['2026-03-01', 1_000]]);
  const feed = new LibraryFeed(source);
  await feed.refresh();
  const range = await feed.between(50, 849, 5_000);
  expect(source.calls).toHaveLength(10);
  expect(range).toHaveLength(800);
  expect(range.at(-1)?.id).toBe('2026-03-01 151');
  expect(await feed.between(0, 999, 300)).toHaveLength(300);
});
