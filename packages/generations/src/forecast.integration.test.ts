import { getKind, type KindInput, timeSlice } from '@atelier/catalog';
import { connectDb, type Lesson, learnDurations, readDurations } from '@atelier/db';
import { createTestDatabase } from '@atelier/dev-stack/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DurationCache } from './duration-cache.ts';
import {
  type Durations,
  expectedTime,
  hourSlice,
  timeFactors,
  toDurations,
  waitForModel,
} from './forecast.ts';
import { findLesson } from './learn-duration.ts';

const database = await createTestDatabase();
const db = connectDb({
  databaseUrl: database.adminUrl,
  applicationName: 'atelier-test',
  maxConnections: 4,
  onError: () => undefined,
});
afterAll(async () => {
  await db.close();
  await database.drop();
});
const forgetAll = () => db.pool.query('delete from kind_duration');
beforeEach(forgetAll);

const read = async () => toDurations(await readDurations(db.pool));
const startMs = Date.parse('2026-03-01T12:00:00Z');
const noon = new Date(startMs);

type Job = {
  kind: string;
  input: KindInput;
  /** Duration since the start; the next two are its parts: until submission, and from there until the model began. */
  seconds: number;
  sent?: number;
  waited?: number;
  places?: number | null;
  atMs?: number;
  promised?: readonly number[];
  accepted?: number;
};

/** Builds the row of a generation that completed after this many seconds. */
function ended(job: Job) {
  const { kind, input, seconds, sent = 0, waited = 0, places = 0, atMs = startMs } = job;
  const after = (passed: number) => new Date(atMs + 1_000 * passed);
  return {
    kind,
    input: input as never,
    status: 'completed',
    created_at: after(0),
    started_at: null,
    submitted_at: after(sent),
    generating_at: after(sent + waited),
    finished_at: after(seconds),
    promised_deciles: job.promised ? [...job.promised] : null,
    accepted_most_seconds: job.accepted ?? null,
    place_at_provider: places,
  };
}

const learn = (durations: Durations, job: Job) => learnFrom(durations, ended(job));
async function learnFrom(durations: Durations, row: Parameters<typeof findLesson>[1]) {
  const lesson = findLesson(durations, row);
  if (lesson) await learnDurations(db.pool, [lesson]);
}

const fast = { prompt: 'A', resolution: '480p', num_inference_steps: 30 };
const slow = { ...fast, resolution: '720p' };
const kind = 'text-to-video';
const otherKind = { kind: 'wan-v2-2-a14b', input: { resolution: '720p', speed: 'fast' } };

describe('the forecast', () => {
  it("is the catalog's guess before anything has completed", async () => {
    const expected = expectedTime(await read(), { kind, input: fast, places: null, at: noon });
    expect(expected.typicalSeconds).toBeCloseTo(getKind(kind).expectedSeconds(fast), 5);
    expect(expected.mostSeconds / expected.typicalSeconds).toBeGreaterThan(1.3);
    expect(expected.mostSeconds / expected.typicalSeconds).toBeLessThan(2);
    expect(expected.decilesSeconds).toEqual(expected.decilesSeconds.toSorted((a, b) => a - b));
    expect(expected.decilesSeconds).toHaveLength(9);
  });

  it('follows the first durations more and more, also for other settings of the kind until these have their own', async () => {
    const readTypical = async (input: KindInput) =>
      expectedTime(await read(), { kind, input, places: 0, at: noon }).typicalSeconds;
    const guess = await readTypical(fast);
    await learn(await read(), { kind, input: fast, seconds: 2 * guess });
    const one = await readTypical(fast);
    expect(one).toBeGreaterThan(guess);
    for (let count = 0; count < 40; count += 1)
      await learn(await read(), { kind, input: fast, seconds: 2 * guess });
    expect(await readTypical(fast)).toBeCloseTo(2 * guess, 0);
    const slowGuess = getKind(kind).expectedSeconds(slow);
    expect((await readTypical(slow)) / slowGuess).toBeCloseTo(2, 1);
    for (let count = 0; count < 40; count += 1)
      await learn(await read(), { kind, input: slow, seconds: slowGuess / 2 });
    expect((await readTypical(slow)) / slowGuess).toBeCloseTo(0.5, 1);
    expect((await readTypical(fast)) / guess).toBeCloseTo(2, 1);
    const other = expectedTime(await read(), { kind: 'flux-dev', input: {}, places: 0, at: noon });
    expect(other.typicalSeconds).toBeCloseTo(6, 5);
  });

  it('adds the wait for the place at the provider, or the typical wait before the place is known', async () => {
    const guess = getKind(kind).expectedSeconds(fast);
    for (let count = 0; count < 40; count += 1)
      await learn(await read(), {
        kind,
        input: fast,
        places: 4,
        seconds: guess + 41,
        sent: 1,
        waited: 40,
      });
    const at = async (places: number | null) =>
      expectedTime(await read(), { kind, input: fast, places, at: noon }).typicalSeconds;
    const none = await at(0);
    expect(none).toBeGreaterThan(guess * 0.9);
    expect(none).toBeLessThan(guess * 1.1);
    expect((await at(4)) - none).toBeCloseTo(40, 0);
    expect((await at(null)) - none).toBeCloseTo(41, 0);
  });

  it('adds the typical wait for an unknown place, not none, and learns nothing from it', async () => {
    const guess = getKind(kind).expectedSeconds(fast);
    const job = { kind, input: fast, seconds: guess + 40, waited: 40, places: 4 };
    for (let count = 0; count < 20; count += 1) await learn(await read(), job);
    const before = await read();
    for (let count = 0; count < 20; count += 1)
      await learnFrom(await read(), {
        ...ended(job),
        generating_at: null,
        place_at_provider: null,
      });
    const after = await read();
    expect(waitForModel(after, kind, noon)).toBe(waitForModel(before, kind, noon));
    const { typicalSeconds } = expectedTime(after, { kind, input: fast, places: 0, at: noon });
    expect(typicalSeconds / guess).toBeCloseTo(1, 1);
  });

  it('has the parts that a form needs, with the same sum', async () => {
    const guess = getKind(kind).expectedSeconds(fast);
    const random = normal(3);
    for (let count = 0; count < 60; count += 1) {
      const waited = 10 + 5 * random.uniform();
      await learn(await read(), {
        kind,
        input: fast,
        places: 1,
        waited,
        seconds: waited + guess * Math.exp(0.2 * random.normal()),
      });
    }
    const durations = await read();
    const { typical, most } = timeFactors(durations, kind, timeSlice(fast), noon);
    const wait = waitForModel(durations, kind, noon);
    const expected = expectedTime(durations, { kind, input: fast, places: null, at: noon });
    expect(guess * typical + wait).toBeCloseTo(expected.typicalSeconds, 5);
    expect(guess * most + wait).toBeCloseTo(expected.mostSeconds, 5);
  });

  it('learns nothing from generations that failed, were cancelled or never reached the provider', async () => {
    const job = ended({ kind, input: fast, seconds: 9 });
    await learnFrom(await read(), { ...job, status: 'failed' });
    await learnFrom(await read(), { ...job, status: 'cancelled' });
    await learnFrom(await read(), { ...job, submitted_at: null });
    expect(await readDurations(db.pool)).toEqual([]);
  });

  it('learns the same from many in one statement as from them one after the other', async () => {
    const durations = await read();
    const jobs: Job[] = Array.from({ length: 70 }, (_, index) => ({
      ...(index % 5 === 0 ? otherKind : { kind, input: index % 3 === 0 ? slow : fast }),
      seconds: 20 + index,
      waited: index % 4,
      places: index % 3,
      promised: [1, 40],
      accepted: 30,
    }));
    const lessons = jobs.flatMap((job) => findLesson(durations, ended(job)) ?? []);
    expect(lessons).toHaveLength(70);
    const ordered = async () =>
      (await readDurations(db.pool)).toSorted((a, b) =>
        `${a.kind} ${a.slice}`.localeCompare(`${b.kind} ${b.slice}`),
      );
    for (const lesson of lessons) await learnDurations(db.pool, [lesson]);
    const oneByOne = await ordered();
    await forgetAll();
    // The first three lessons insert the row that the others update.
    await learnDurations(db.pool, lessons.slice(0, 3));
    await learnDurations(db.pool, lessons.slice(3));
    const together = await ordered();
    const exact = (rows: typeof together) =>
      rows.map((row) => ({
        ...row,
        level: row.level.toFixed(4),
        unplaced_level: row.unplaced_level.toFixed(4),
        place_seconds: row.place_seconds.toFixed(4),
      }));
    expect(exact(together)).toEqual(exact(oneByOne));
  });

  it('learns from generations that end at the same moment in one statement', async () => {
    const statements: string[] = [];
    const query = (statement: { name?: string }, ...rest: unknown[]) => {
      statements.push(statement.name ?? '');
      return db.pool.query(statement as never, ...(rest as []));
    };
    const cache = new DurationCache({
      db: { pool: { query } as never },
      log: { warn: (fields: object) => expect.unreachable(JSON.stringify(fields)) },
    });
    await cache.read();
    for (let count = 0; count < 50; count += 1)
      cache.learn(ended({ kind, input: fast, seconds: 60 }) as never);
    await cache.close();
    expect(statements.filter((name) => name === 'learn-durations')).toHaveLength(1);
    const rows = await readDurations(db.pool);
    expect(rows.map(({ recent }) => recent.length)).toEqual([50, 50, 50, 50, 50]);
  });

  it('keeps the last 64 durations of each slice, however many processes learn at the same time', async () => {
    const durations = await read();
    await Promise.all(
      Array.from({ length: 100 }, () => learn(durations, { kind, input: fast, seconds: 60 })),
    );
    const rows = await readDurations(db.pool);
    expect(new Map(rows.map(({ slice, recent }) => [slice, recent.length]))).toEqual(
      new Map(
        ['', timeSlice(fast), '@wait', hourSlice('run', 12), hourSlice('wait', 12)].map((slice) => [
          slice,
          64,
        ]),
      ),
    );
  });
});

const slices = [
  { kind: 'text-to-video', input: fast, share: 0.9, spread: 0.16, placeSeconds: 15 },
  { kind: 'text-to-video', input: slow, share: 1.9, spread: 0.22, placeSeconds: 15 },
  {
    kind: 'wan-v2-2-a14b',
    input: { resolution: '720p', speed: 'fast' },
    share: 0.5,
    spread: 0.2,
    placeSeconds: 6,
  },
  {
    kind: 'wan-v2-2-a14b',
    input: { resolution: '720p', speed: 'best' },
    share: 1.4,
    spread: 0.2,
    placeSeconds: 6,
  },
  { kind: 'flux-dev', input: { num_images: 1 }, share: 0.7, spread: 0.3, placeSeconds: 1 },
  { kind: 'flux-dev', input: { num_images: 4 }, share: 2.1, spread: 0.25, placeSeconds: 1 },
];

type World = {
  /** Average time between two generations. */
  gapSeconds: number;
  /** Factor by which generations slow down, at this share of the run. */
  drift: (share: number) => number;
  /** Daily swing of the logarithm of the time, and of the number of places. */
  day: { run: number; places: number };
};

const worlds: Record<string, World> = {
  'that drift, with two speeds': {
    gapSeconds: 20,
    // Doubles over the run, with waves, and adds half after an update of the model.
    drift: (share) => 1 + share + 0.3 * Math.sin(14 * share) + (share > 0.6 ? 0.5 : 0),
    day: { run: 0, places: 0 },
  },
  'that are slow by day and fast by night, two in an hour': {
    gapSeconds: 1_800,
    drift: () => 1,
    day: { run: 0.3, places: 0.6 },
  },
  'that know no hour': { gapSeconds: 1_800, drift: () => 1, day: { run: 0, places: 0 } },
};

/** Replays 10,000 generations of a world in order, and records the promises before and after each submission. */
async function replay({ gapSeconds, drift, day }: World) {
  const random = normal(7);
  const kept = { before: new Map<string, boolean[]>(), accepted: new Map<string, boolean[]>() };
  const errors = { before: [] as number[], accepted: [] as number[], timeless: [] as number[] };
  const errorsOfMedians: number[] = [];
  const last = new Map<string, number[]>();
  const lessons: Lesson[] = [];
  let durations = await read();
  let hourless = withoutHours(durations);
  let atMs = startMs;
  for (let count = 0; count < 10_000; count += 1) {
    atMs -= 1_000 * gapSeconds * Math.log(random.uniform());
    const at = new Date(atMs);
    const slice = slices[Math.floor(random.uniform() * slices.length)] ?? expect.fail('There is no slice');
    const guess = getKind(slice.kind).expectedSeconds(slice.input);
    const sun = Math.sin((2 * Math.PI * (at.getUTCHours() + at.getUTCMinutes() / 60 - 9)) / 24);
    const slower = drift(count / 10_000) * Math.exp(day.run * sun);
    const places = Math.floor(5 * random.uniform() ** 2 * (1 + day.places * sun));
    const waited = places * slice.placeSeconds * Math.exp(0.3 * random.normal());
    const seconds = 0.3 + waited + guess * slice.share * slower * Math.exp(slice.spread * random.normal());
    // Learns and reads every few seconds, like a process.
    if (count % 10 === 0) {
      await learnDurations(db.pool, lessons.splice(0));
      durations = await read();
      hourless = withoutHours(durations);
    }
    const before = expectedTime(durations, { ...slice, places: null, at });
    const accepted = expectedTime(durations, { ...slice, places, at });
    const timeless = expectedTime(hourless, { ...slice, places: null, at });
    const recent = last.get(slice.kind) ?? [];
    const median = recent.toSorted((a, b) => a - b)[recent.length >> 1] ?? guess;
    last.set(slice.kind, [seconds, ...recent].slice(0, 50));
    for (const key of [`${slice.kind} ${timeSlice(slice.input)}`, `${at.getUTCHours()} o'clock`]) {
      put(kept.before, key, seconds <= before.mostSeconds);
      put(kept.accepted, key, seconds - 0.3 <= accepted.mostSeconds);
    }
    errors.before.push(Math.abs(seconds - before.typicalSeconds));
    errors.timeless.push(Math.abs(seconds - timeless.typicalSeconds));
    errors.accepted.push(Math.abs(seconds - 0.3 - accepted.typicalSeconds));
    errorsOfMedians.push(Math.abs(seconds - median));
    const promises = { promised: before.decilesSeconds, accepted: accepted.mostSeconds };
    const job = ended({ ...slice, seconds, places, waited, sent: 0.3, atMs, ...promises });
    lessons.push(findLesson(durations, job) ?? expect.fail('It teaches nothing'));
  }
  return { kept, errors, errorsOfMedians };
}

function put(kept: Map<string, boolean[]>, key: string, isKept: boolean): void {
  const those = kept.get(key) ?? [];
  those.push(isKept);
  kept.set(key, those);
}

function withoutHours(durations: Durations): Durations {
  return new Map([...durations].filter(([, { slice }]) => !slice.includes('hour=')));
}

describe('over 10,000 generations', { tags: 'load' }, () => {
  it.each(Object.keys(worlds))(
    '%s, promises are kept as often as is said',
    { timeout: 240_000 },
    async (name) => {
      const world = worlds[name] ?? expect.fail('There is no such world');
      const { kept, errors, errorsOfMedians } = await replay(world);
      for (const promises of [kept.before, kept.accepted]) {
        const all = [...promises.values()].flat();
        expect(computeShare(all)).toBeGreaterThanOrEqual(0.88);
        expect(computeShare(all)).toBeLessThanOrEqual(0.92);
        for (const [slice, those] of promises)
          expect(computeShare(those), slice).toBeGreaterThanOrEqual(0.85);
      }
      // Errors of a baseline: one median for each kind.
      const ofMedians = computeMedian(errorsOfMedians);
      expect(computeMedian(errors.accepted)).toBeLessThanOrEqual(0.7 * ofMedians);
      expect(computeMedian(errors.before)).toBeLessThanOrEqual(0.7 * ofMedians);
      // The effect of the hour helps where there is one, and does no harm where there is none.
      expect(computeMedian(errors.before)).toBeLessThanOrEqual(
        (world.day.run > 0 ? 0.8 : 1.03) * computeMedian(errors.timeless),
      );
    },
  );
});

function computeShare(kept: readonly boolean[]): number {
  return kept.filter(Boolean).length / kept.length;
}

function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** Generates the same numbers on every run: uniform ones by a linear congruence, and normal ones from two of those. */
function normal(seed: number) {
  let state = seed;
  const uniform = () => {
    state = (1_664_525 * state + 1_013_904_223) % 4_294_967_296;
    return (state + 0.5) / 4_294_967_296;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
