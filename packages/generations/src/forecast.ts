// What a generation will take, from what others took: docs/durations.md.
import { getKind, type KindInput, timeSlice } from '@atelier/catalog';
import type { DurationRow } from '@atelier/db';

/** Known durations of all kinds, by kind and slice. */
export type Durations = ReadonlyMap<string, DurationRow>;

/** Seconds that a tenth, two tenths, ... nine tenths of all are to end within; the fifth is `typicalSeconds`. */
type ExpectedTime = { typicalSeconds: number; mostSeconds: number; decilesSeconds: readonly number[] };

/** What durations are of the catalog's guess: half of them at most `typical`, nine of ten at most `most`. */
type TimeFactors = { typical: number; most: number };

/** Rows of a kind that are not of its settings: these have no such first character. */
export const waitSlice = '@wait';
export const hourSlice = (series: 'run' | 'wait', hour: number) => `@${series} hour=${hour}`;
export const isOfSettings = ({ slice }: Pick<DurationRow, 'slice'>) => slice !== '' && !slice.startsWith('@');

const keyOf = (kind: string, slice: string) => `${kind} ${slice}`;

export function durationsOf(rows: readonly DurationRow[]): Durations {
  return new Map(rows.map((row) => [keyOf(row.kind, row.slice), row]));
}

function findDuration(durations: Durations, kind: string, slice: string): DurationRow | undefined {
  return durations.get(keyOf(kind, slice));
}

type Sample = { value: number; weight: number };

/** What is thought of a kind of which nothing is known: the catalog's guess may be off by a half. */
const guessed = [-0.45, -0.15, 0, 0.25, 0.6].map((value): Sample => ({ value, weight: 0.5 }));
/** Of samples one behind the other: what was ten generations ago counts a third less. */
const fading = 0.96;
/** As much as this many samples of the same settings, what is known of the whole kind counts; the less the more of them. */
const kindSamples = 6;
const usualLevel = 0.9;

/** Logarithms of the guess at any hour: of the same settings, blended with those of the kind and with the guess itself. */
function runSamples(durations: Durations, kind: string, slice: string): Sample[] {
  const ownSamples = fade(findDuration(durations, kind, slice)?.recent ?? []);
  const ownWeight = weightOf(ownSamples);
  const wholeSamples = fade(findDuration(durations, kind, '')?.recent ?? []);
  const wholeShare =
    kindSamples / (kindSamples + 2 * ownWeight) / Math.max(1, weightOf(wholeSamples) / kindSamples);
  const known = [...ownSamples, ...scaled(wholeSamples, wholeShare)];
  return sorted([...known, ...scaled(guessed, 1 / (1 + weightOf(known)))]);
}

/** Logarithms of one second more than the wait for the model, at any hour. */
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

function weightOf(samples: readonly Sample[]): number {
  return samples.reduce((sum, { weight }) => sum + weight, 0);
}

/** Between the two samples beside it; each stands in the middle of its weight. Without any: 0. */
function quantiles(samples: readonly Sample[], shares: readonly number[]): number[] {
  const total = weightOf(samples);
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
/** As if so many samples had shown no effect, and how many times its own variance an effect has to exceed. */
const hourDoubts = { samples: 2, variances: 3 };

/**
 * How much the logarithm is longer at an hour of the day than at all hours: the mean of what the last ones differed by, near 0
 * with few of them, and 0 while chance alone would explain it.
 */
function hourEffect(durations: Durations, kind: string, series: 'run' | 'wait', hour: number): number {
  const samples = nearHours.flatMap(({ offset, share }) => {
    const row = findDuration(durations, kind, hourSlice(series, (hour + offset + 24) % 24));
    return scaled(fade(row?.recent ?? []), share);
  });
  const total = weightOf(samples);
  if (samples.length < 3) return 0;
  const mean = samples.reduce((sum, { value, weight }) => sum + weight * value, 0) / total;
  const squares = samples.reduce((sum, { value, weight }) => sum + weight * (value - mean) ** 2, 0) / total;
  const independent = total ** 2 / samples.reduce((sum, { weight }) => sum + weight ** 2, 0);
  const noise = (hourDoubts.variances * squares) / (independent - 1);
  const certain = Math.max(0, 1 - noise / Math.max(mean ** 2, Number.EPSILON));
  return mean * certain * (independent / (independent + hourDoubts.samples));
}

/** The middle at any hour, and what is known of this hour; both logarithms. */
export function usualRun(durations: Durations, kind: string, slice: string, hour: number) {
  const [middle = 0] = quantiles(runSamples(durations, kind, slice), [0.5]);
  return { middle, ofHour: hourEffect(durations, kind, 'run', hour) };
}

export function usualWait(durations: Durations, kind: string, hour: number) {
  const [middle = 0] = quantiles(waitSamples(durations, kind), [0.5]);
  const ofHour = hourEffect(durations, kind, 'wait', hour);
  return { middle, ofHour, seconds: waitSeconds(middle + ofHour) };
}

const waitSeconds = (logarithm: number) => Math.max(0, Math.exp(logarithm) - 1);

const deciles = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
const middleIndex = 4;

/** The upper ones are moved so that the last is at the level at which nine of ten keep it. */
function decilesAt(level: number): number[] {
  return deciles.map((share) => (share <= 0.5 ? share : 0.5 + ((share - 0.5) * (level - 0.5)) / 0.4));
}

/** Both settings and hour have one, so that neither of them is promised more than is kept. */
function levelOf(which: 'level' | 'unplaced_level', durations: Durations, wanted: Wanted): number {
  const { kind, slice, hour } = wanted;
  const ofSettings = findDuration(durations, kind, slice) ?? findDuration(durations, kind, '');
  const ofHour = findDuration(durations, kind, hourSlice('run', hour));
  const level = (ofSettings?.[which] ?? usualLevel) + (ofHour?.[which] ?? usualLevel) - usualLevel;
  return Math.min(0.995, Math.max(0.7, level));
}

type Wanted = { kind: string; slice: string; guessSeconds: number; places: number | null; hour: number };

/** `places` at the provider; null: as long as is usually waited for the model. */
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
          decilesAt(levelOf('unplaced_level', durations, wanted)),
        )
      : quantiles(runs, decilesAt(levelOf('level', durations, wanted))).map(
          (seconds) => seconds + places * placeSeconds(durations, kind),
        );
  return {
    typicalSeconds: decilesSeconds[middleIndex] ?? 0,
    mostSeconds: decilesSeconds.at(-1) ?? 0,
    decilesSeconds,
  };
}

/** Seconds, the shortest first. */
function waitsAt(durations: Durations, kind: string, hour: number): Sample[] {
  const effect = hourEffect(durations, kind, 'wait', hour);
  const waits = waitSamples(durations, kind);
  return waits.map(({ value, weight }) => ({ value: waitSeconds(value + effect), weight }));
}

export function placeSeconds(durations: Durations, kind: string): number {
  return findDuration(durations, kind, '')?.place_seconds ?? 0;
}

/** Where a distribution is cut so that few values stand for it; finer at its end, which decides "at most". */
const cuts = [0, 0.03, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.87, 0.92, 0.96, 0.985, 1];
const strata = cuts.slice(1).map((to, index) => {
  const from = cuts[index] ?? 0;
  return { middle: (from + to) / 2, weight: to - from };
});
const strataMiddles = strata.map(({ middle }) => middle);

/** The sums of any two, as they come when neither depends on the other. */
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

export const hourOf = (at: Date) => at.getUTCHours();

type Asked = { kind: string; input: KindInput; places: number | null; at: Date };

/**
 * Seconds until the result: with `places` at the provider from the submission there on; with null, which is before it, from
 * the start of the generation on.
 */
export function expectedTime(durations: Durations, { kind, input, places, at }: Asked): ExpectedTime {
  const guessSeconds = getKind(kind).expectedSeconds(input);
  return forecast(durations, { kind, slice: timeSlice(input), guessSeconds, places, hour: hourOf(at) });
}

/** Seconds that are usually waited for the model. */
export function waitForModel(durations: Durations, kind: string, at: Date): number {
  return usualWait(durations, kind, hourOf(at)).seconds;
}

/** What is expected before a submission, on top of the usual wait, in parts that a form can apply to a guess of its own. */
export function timeFactors(durations: Durations, kind: string, slice: string, at: Date): TimeFactors {
  const guessSeconds = findDuration(durations, kind, slice)?.guess_seconds ?? 1;
  const seconds = waitForModel(durations, kind, at);
  const expected = forecast(durations, { kind, slice, guessSeconds, places: null, hour: hourOf(at) });
  return {
    typical: (expected.typicalSeconds - seconds) / guessSeconds,
    most: (expected.mostSeconds - seconds) / guessSeconds,
  };
}
