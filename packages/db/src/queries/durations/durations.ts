import { namedQuery, preparedQuery, type Queryable } from '../../prepared.ts';

/** What the durations of a kind, or of one of its slices, were lately. */
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

const read = preparedQuery<DurationRow>(
  'read-durations',
  'select kind, slice, recent, level, unplaced_level, guess_seconds, place_seconds from kind_duration',
);

export function readDurations(on: Queryable): Promise<DurationRow[]> {
  return read(on, []);
}

export type Lesson = {
  kind: string;
  /** One for each row that learns. */
  samples: readonly { slice: string; value: number }[];
  guessSeconds: number;
  /** It took longer than "at most" of before, and of when the provider accepted it; null: nothing was promised. */
  isOverPromised: boolean | null;
  isOverAccepted: boolean | null;
  /** That it has waited for each place; null: not known. */
  placeSeconds: number | null;
};

/** How many of the last are kept. */
const kept = 64;
/** The part of ten that may take longer than "at most", and how fast the level follows what happens. */
const missed = 0.1;
const gain = 0.03;

const levelAfter = (level: string, isOver: string) =>
  `least(0.995, greatest(0.7, known.${level} + ${gain} * case :${isOver}::boolean
         when true then 1 - ${missed} when false then -${missed} else 0 end))`;

// In the order of their slices, so that two that learn at once never wait for each other.
const learn = namedQuery(
  'learn-duration',
  `insert into kind_duration as known (kind, slice, recent, guess_seconds, place_seconds)
   select :kind, slice, array[value], :guessSeconds, coalesce(:placeSeconds::double precision, 0)
     from unnest(:slices::text[], :values::real[]) as sample (slice, value) order by slice
   on conflict (kind, slice) do update
      set recent = (excluded.recent || known.recent)[1:${kept}],
          level = ${levelAfter('level', 'isOverAccepted')},
          unplaced_level = ${levelAfter('unplaced_level', 'isOverPromised')},
          guess_seconds = excluded.guess_seconds,
          place_seconds = case when :placeSeconds::double precision is null then known.place_seconds
                               when known.place_seconds = 0 then :placeSeconds
                               else known.place_seconds + 0.1 * (:placeSeconds - known.place_seconds) end,
          ended_at = now()`,
);

/** Adds what one that has completed took to the rows of its kind, and moves their levels so that promises are kept. */
export async function learnDuration(on: Queryable, { samples, ...lesson }: Lesson): Promise<void> {
  await learn(on, {
    ...lesson,
    slices: samples.map(({ slice }) => slice),
    values: samples.map(({ value }) => value),
  });
}

const forget = preparedQuery(
  'forget-durations',
  `delete from kind_duration where ended_at < now() - interval '90 days'`,
);

/** Of settings that have not been used for 90 days. */
export async function forgetDurations(on: Queryable): Promise<void> {
  await forget(on, []);
}
