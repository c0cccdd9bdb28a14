// Estimates how long a generation will take from the durations of earlier ones: docs/durations.md.
import { getKind, type KindInput, timeSlice } from '@atelier/catalog';
import type { DurationRow } from '@atelier/db';

/** Learned durations of all kinds, by kind and slice. */
export type Durations = ReadonlyMap<string, DurationRow>;

/** `decilesSeconds` are the times within which 10 %, 20 %, ... 90 % end; the fifth is `typicalSeconds`. */
export type ExpectedTime = { typicalSeconds: number; mostSeconds: number; decilesSeconds: readonly number[] };

/** Factors of the catalog's guess: half of all generations take at most `typical`, nine of ten at most `most`. */
type TimeFactors = { typical: number; most: number };

/** Slices of rows about a kind as a whole; slices of settings never begin with this character. */
export const waitSlice = '@wait';
export const hourSlice = (series: 'run' | 'wait', hour: number) => `@${series} hour=${hour}`;
export const isOfSettings = ({ slice }: Pick<DurationRow, 'slice'>) => slice !== '' && !slice.startsWith('@');

const formatKey = (kind: string, slice: string) => `${kind} ${slice}`;

export function toDurations(rows: readonly DurationRow[]): Durations {
  return new Map(rows.map((row) => [formatKey(row.kind, row.slice), row]));
}

function findDuration(durations: Durations, kind: string, slice: string): DurationRow | undefined {
  return durations.get(formatKey(kind, slice));
}

type Sample = { value: number; weight: number };

/** Prior for a kind without data: the catalog's guess may be off by a half. */
const guessed = [-0.45, -0.15, 0, 0.25, 0.6].map((value): Sample => ({ value, weight: 0.5 }));
/** Weight of each sample relative to the next newer one: ten generations ago counts a third less. */
const fading = 0.96;
/** Weight of the whole kind, in samples of the same settings; its share falls as more of those arrive. */
const kindSamples = 6;
const usualLevel = 0.9;

/** Logarithms relative to the guess, at any hour: samples of the settings, blended with the kind's and the prior. */
function runSamples(durations: Durations, kind: string, slice: string): Sample[] {
  const ownSamples = fade(findDuration(durations, kind, slice)?.recent ?? []);
  const ownWeight = sumWeights(ownSamples);
  const wholeSamples = fade(findDuration(durations, kind, '')?.recent ?? []);
  const wholeShare =
    kindSamples / (kindSamples + 2 * ownWeight) / Math.max(1, sumWeights(wholeSamples) / kindSamples);
  const known = [...ownSamples, ...scaled(wholeSamples, wholeShare)];
  return sorted([...known, ...scaled(guessed, 1 / (1 + sumWeights(known)))]);
}

/** Logarithms of the wait for the model plus one second, at any hour. */
function waitSamples(durations: Durations, kind: string): Sample[] {
  return sorted(fade(findDuration(durations, kind, waitSlice)?.recent ?? []));
}

function fade(recent: readonly number[]): Sample[] {
  return recent.map((value, age) => ({ value, weight: fading ** age }));
}

function scaled(samples: readonly Sample[], factor: number): Sample[] {
  return samples.map(({ value, weight }) => ({ value, weight: weight * factor }));
}

function sorted(samples: Sample[]): Sample[] {
  return samples.sort((a, b) => a.value - b.value);
}

function sumWeights(samples: readonly Sample[]): number {
  return samples.reduce((sum, { weight }) => sum + weight, 0);
}

/** Interpolates between neighbouring samples, each at the middle of its weight. Returns zeros without samples. */
function quantiles(samples: readonly Sample[], shares: readonly number[]): number[] {
  const total = sumWeights(samples);
  let index = 0;
  let passed = 0;
  let before: { value: number; at: number } | undefined;
  return shares.map((share) => {
    for (; index < samples.length; index += 1) {
      const { value, weight } = samples[index] as Sample;
      const at = passed + weight / 2;
      if (at >= share * total) {
        if (!before) return value;
        return before.value + ((share * total - before.at) / (at - before.at)) * (value - before.value);
      }
      before = { value, at };
      passed += weight;
    }
    return before?.value ?? 0;
  });
}

/** An hour counts with half of each beside it. */
const nearHours = [
  { offset: -1, share: 0.5 },
  { offset: 0, share: 1 },
  { offset: 1, share: 0.5 },
];
/** Prior against an effect of the hour: samples without one, and the multiple of its variance that it must exceed. */
const hourDoubts = { samples: 2, variances: 3 };

/**
 * Effect of an hour of the day on the logarithm: the mean difference of the last samples from the estimate, shrunk towards
 * 0 when there are few, and 0 while chance alone would explain it.
 */
function hourEffect(durations: Durations, kind: string, series: 'run' | 'wait', hour: number): number {
  const samples = nearHours.flatMap(({ offset, share }) => {
    const row = findDuration(durations, kind, hourSlice(series, (hour + offset + 24) % 24));
    return scaled(fade(row?.recent ?? []), share);
  });
  const total = sumWeights(samples);
  if (samples.length < 3) return 0;
  const mean = samples.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
  const squares = samples.reduce((sum, { value, weight }) => sum + weight * (value - mean) ** 2, 0) / total;
  const independent = total ** 2 / samples.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const noise = (hourDoubts.variances * squares) / (independent - 1);
  const certain = Math.max(0, 1 - noise / Math.max(mean ** 2, Number.EPSILON));
  return mean * certain * (independent / (independent + hourDoubts.samples));
}

/** Median at any hour, and the effect of this hour; both are logarithms. */
export function typicalRun(durations: Durations, kind: string, slice: string, hour: number) {
  const [middle = 0] = quantiles(runSamples(durations, kind, slice), [0.5]);
  return { middle, ofHour: hourEffect(durations, kind, 'run', hour) };
}

export function typicalWait(durations: Durations, kind: string, hour: number) {
  const [middle = 0] = quantiles(waitSamples(durations, kind), [0.5]);
  const ofHour = hourEffect(durations, kind, 'wait', hour);
  return { middle, ofHour, seconds: waitSeconds(middle + ofHour) };
}

const waitSeconds = (logarithm: number) => Math.max(0, Math.exp(logarithm) - 1);

const deciles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const middleIndex = 4;

/** Shares of the deciles, the upper ones moved so that the last is at the level that nine of ten keep. */
function decilesAt(level: number): number[] {
  return deciles.map((share) => (share <= 0.5 ? share : 0.5 + ((share - 0.5) * (level - 0.5)) / 0.4));
}

/** Settings and hour have a level each, so that the promise holds for both. */
function readLevel(which: 'level' | 'unplaced_level', durations: Durations, wanted: Wanted): number {
  const { kind, slice, hour } = wanted;
  const ofSettings = findDuration(durations, kind, slice) ?? findDuration(durations, kind, '');
  const ofHour = findDuration(durations, kind, hourSlice('run', hour));
  const level = (ofSettings?.[which] ?? usualLevel) + (ofHour?.[which] ?? usualLevel) - usualLevel;
  return Math.min(0.995, Math.max(0.7, level));
}

type Wanted = { kind: string; slice: string; guessSeconds: number; places: number | null; hour: number };

/** `places` is the position in the provider's queue; null assumes the usual wait for the model. */
function forecast(durations: Durations, wanted: Wanted): ExpectedTime {
  const { kind, slice, guessSeconds, places, hour } = wanted;
  const effect = hourEffect(durations, kind, 'run', hour);
  const runs = runSamples(durations, kind, slice).map(({ value, weight }) => ({
    value: guessSeconds * Math.exp(value + effect),
    weight,
  }));
  const decilesSeconds =
    places === null
      ? quantiles(
          sums(runs, waitsAt(durations, kind, hour)),
          decilesAt(readLevel('unplaced_level', durations, wanted)),
        )
      : quantiles(runs, decilesAt(readLevel('level', durations, wanted))).map(
          (seconds) => seconds + places * placeSeconds(durations, kind),
        );
  return {
    typicalSeconds: decilesSeconds[middleIndex] ?? 0,
    mostSeconds: decilesSeconds.at(-1) ?? 0,
    decilesSeconds,
  };
}

/** Waits in seconds, shortest first. */
function waitsAt(durations: Durations, kind: string, hour: number): Sample[] {
  const effect = hourEffect(durations, kind, 'wait', hour);
  const waits = waitSamples(durations, kind);
  return waits.map(({ value, weight }) => ({ value: waitSeconds(value + effect), weight }));
}

export function placeSeconds(durations: Durations, kind: string): number {
  return findDuration(durations, kind, '')?.place_seconds ?? 0;
}

/** Shares at which a distribution is cut into few values; finer at its end, which decides "at most". */
const cuts = [0, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.96, 0.985, 1];
const strata = cuts.slice(1).map((to, index) => {
  const from = cuts[index] ?? 0;
  return { middle: (from + to) / 2, weight: to - from };
});
const strataMiddles = strata.map(({ middle }) => middle);

/** Distribution of the sum of two independent values. */
function sums(some: readonly Sample[], others: readonly Sample[]): readonly Sample[] {
  if (others.length === 0) return some;
  const [few, fewOthers] = [quantiles(some, strataMiddles), quantiles(others, strataMiddles)];
  return sorted(
    strata.flatMap(({ weight }, index) =>
      strata.map((other, otherIndex) => ({
        value: (few[index] ?? 0) + (fewOthers[otherIndex] ?? 0),
        weight: weight * other.weight,
      })),
    ),
  );
}

export const readHour = (at: Date) => at.getUTCHours();

type Asked = { kind: string; input: KindInput; places: number | null; at: Date };

/**
 * Estimates the seconds until the result: from the submission to the provider when `places` is known, and from the start
 * of the generation when it is null.
 */
export function expectedTime(durations: Durations, { kind, input, places, at }: Asked): ExpectedTime {
  const guessSeconds = getKind(kind).expectedSeconds(input);
  return forecast(durations, { kind, slice: timeSlice(input), guessSeconds, places, hour: readHour(at) });
}

/** Usual wait for the model, in seconds. */
export function waitForModel(durations: Durations, kind: string, at: Date): number {
  return typicalWait(durations, kind, readHour(at)).seconds;
}

/** Estimate before a submission, beyond the usual wait, as factors that a form applies to its own guess. */
export function timeFactors(durations: Durations, kind: string, slice: string, at: Date): TimeFactors {
  const guessSeconds = findDuration(durations, kind, slice)?.guess_seconds ?? 1;
  const seconds = waitForModel(durations, kind, at);
  const expected = forecast(durations, { kind, slice, guessSeconds, places: null, hour: readHour(at) });
  return {
    typical: (expected.typicalSeconds - seconds) / guessSeconds,
    most: (expected.mostSeconds - seconds) / guessSeconds,
  };
}
