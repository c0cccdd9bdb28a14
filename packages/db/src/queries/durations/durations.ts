import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** Recent durations of a kind, or of one of its slices. */
export type DurationRow = {
  kind: string;
  /**
   * The settings that decide the time, see `timeSlice`; empty: all of the kind. What begins with an `@` is of the kind, too:
   * its waits, or what an hour of the day differs by.
   */
  slice: string;
  /** Natural logarithms, the newest first: of the duration without any wait as a share of the catalog's guess, at any hour. */
  recent: number[];
  /** The shares of `recent` that "at most" has to cover so that nine of ten keep it: with a known place, and before. */
  level: number;
  unplaced_level: number;
  /** The catalog's guess of the last one. */
  guess_seconds: number;
  /** Seconds that a place at the provider takes. */
  place_seconds: number;
};

// All are read every few seconds, and an array as JSON is parsed in a fifth of the time.
const read = preparedQuery<DurationRow>(
  'read-durations',
  'select kind, slice, array_to_json(recent) as recent, level, unplaced_level, guess_seconds, place_seconds from kind_duration',
);

export function readDurations(on: Queryable): Promise<DurationRow[]> {
  return read(on, []);
}

export type Lesson = {
  kind: string;
  /** One for each row that learns. */
  samples: readonly { slice: string; value: number }[];
  guessSeconds: number;
  /** It took longer than "at most" of before, and of when the provider accepted it; null when nothing was promised. */
  isOverPromised: boolean | null;
  isOverAccepted: boolean | null;
  /** That it has waited for each place; null when not known. */
  placeSeconds: number | null;
};

/** How many of the last are kept. */
const kept = 64;
/** The part of ten that may take longer than "at most", and how fast the level follows what happens. */
const missed = 0.1;
const gain = 0.03;
const firstLevel = 0.9;
/** How fast the seconds of a place follow those of the last one. */
const placeGain = 0.1;

/** Changes of one row by several lessons, one after the other. */
type Steps = {
  kind: string;
  slice: string;
  /** The newest first. */
  recent: number[];
  /** Change of the levels. */
  placed: number;
  unplaced: number;
  guessSeconds: number;
  /** The seconds of a place become those of before times `placeShare` and `placeSum` more; null when nothing was learned. */
  placeFirst: number | null;
  placeShare: number;
  placeSum: number;
};

function listSteps(lessons: readonly Lesson[]): Steps[] {
  const rows = new Map<string, Steps>();
  for (const { kind, samples, guessSeconds, isOverAccepted, isOverPromised, placeSeconds } of lessons)
    for (const { slice, value } of samples) {
      const key = `${kind} ${slice}`;
      const before = rows.get(key) ?? newSteps(kind, slice);
      const ofPlace = placeSeconds !== null && {
        placeFirst: before.placeFirst ?? placeSeconds,
        placeShare: before.placeShare * (1 - placeGain),
        placeSum: before.placeSum * (1 - placeGain) + placeGain * placeSeconds,
      };
      rows.set(key, {
        ...before,
        recent: [value, ...before.recent].slice(0, kept),
        placed: before.placed + toStep(isOverAccepted),
        unplaced: before.unplaced + toStep(isOverPromised),
        guessSeconds,
        ...ofPlace,
      });
    }
  return [...rows.values()];
}

const newSteps = (kind: string, slice: string): Steps => ({
  kind,
  slice,
  recent: [],
  placed: 0,
  unplaced: 0,
  guessSeconds: 0,
  placeFirst: null,
  placeShare: 1,
  placeSum: 0,
});

const toStep = (isOver: boolean | null) => (isOver === null ? 0 : gain * (isOver ? 1 - missed : -missed));

const levelAfter = (before: string, step: string) => `least(0.995, greatest(0.7, ${before} + step.${step}))`;
const placeAfter = (before: string) => `${before} * step."placeShare" + step."placeSum"`;

// Writes in the order of the keys, so that two that learn at once never wait for each other. What is learned is a hint, and
// all generations of a kind write the same rows, which are not locked until the disk has it.
const learn = namedQuery(
  'learn-durations',
  `with hint as materialized (
     select set_config('synchronous_commit', 'off', true)
   ), step as materialized (
     select given.*
       from jsonb_to_recordset(:steps::jsonb) as given (
              kind text, slice text, recent real[], placed double precision, unplaced double precision,
              "guessSeconds" double precision, "placeFirst" double precision, "placeShare" double precision,
              "placeSum" double precision), hint
   )
   insert into kind_duration as known (kind, slice, recent, level, unplaced_level, guess_seconds, place_seconds)
   select kind, slice, recent, ${levelAfter(`${firstLevel}`, 'placed')}, ${levelAfter(`${firstLevel}`, 'unplaced')},
          "guessSeconds", coalesce(${placeAfter('"placeFirst"')}, 0)
     from step order by kind, slice
   on conflict (kind, slice) do update
      set recent = (excluded.recent || known.recent)[1:${kept}],
          guess_seconds = excluded.guess_seconds,
          ended_at = now(),
          (level, unplaced_level, place_seconds) = (
            select ${levelAfter('known.level', 'placed')}, ${levelAfter('known.unplaced_level', 'unplaced')},
                   case when step."placeFirst" is null then known.place_seconds
                        when known.place_seconds = 0 then ${placeAfter('step."placeFirst"')}
                        else ${placeAfter('known.place_seconds')} end
              from step where step.kind = known.kind and step.slice = known.slice)`,
);

/**
 * Adds what some that have completed took, in their order, to the rows of their kinds, and moves the levels of these so
 * that promises are kept. A crash of the server may lose the last moment of it.
 */
export async function learnDurations(on: Queryable, lessons: readonly Lesson[]): Promise<void> {
  await learn(on, { steps: JSON.stringify(listSteps(lessons)) });
}

const forget = preparedQuery(
  'forget-durations',
  `delete from kind_duration where ended_at < now() - interval '90 days'`,
);

/** Deletes the durations of settings that have not been used for 90 days. */
export async function forgetDurations(on: Queryable): Promise<void> {
  await forget(on, []);
}
