import {
  type CutPlan,
  cutFits,
  cutLimits,
  cutResults,
  cutShapes,
  cutSoundModes,
} from '@atelier/catalog/cuts';
import { newRequestId } from '#lib/new-request-id.ts';
import {
  readChoice,
  readFields,
  readFlag,
  readList,
  readNumber,
  readSome,
  readText,
} from '#product/kept/shapes.ts';
import { type BenchClip, type BenchSource, makeClip } from '#product/playback/bench-clip.ts';
import { type Bench, type Cut, emptyBench, emptyCut } from './bench-state.ts';

const day = 86_400;
const readMomentOfSource = readNumber(0, day);

const readPlace = readFields({ url: readText, start: readMomentOfSource, end: readMomentOfSource });
const readSettings = readSome({
  speed: readNumber(cutLimits.minSpeed, cutLimits.maxSpeed),
  is_reversed: readFlag,
  repeats: readNumber(1, cutLimits.repeats),
  fit: readChoice(...cutFits),
  focus_x: readNumber(0, 1),
  focus_y: readNumber(0, 1),
  volume: readNumber(0, cutLimits.volume),
  fade_in: readNumber(0, cutLimits.fadeSeconds),
  fade_out: readNumber(0, cutLimits.fadeSeconds),
});
const readWhole = readSome({
  result: readChoice(...cutResults),
  shape: readChoice(...cutShapes),
  caption: readText,
  poster_seconds: readNumber(0, cutLimits.seconds),
  sound: readFields({
    url: readText,
    mode: readChoice(...cutSoundModes),
    volume: readNumber(0, cutLimits.volume),
  }),
});
const readSizes = readFields({
  url: readText,
  width: readNumber(0, 100_000),
  height: readNumber(0, 100_000),
  seconds: readMomentOfSource,
  name: readText,
});
const readOtherFacts = readSome({
  fps: readNumber(1, 1_000),
  poster: readText,
  peaks: readList(readNumber(0, 1), 1_000),
});

function readSource(value: unknown): BenchSource | undefined {
  const sizes = readSizes(value);
  return sizes && { fps: null, poster: null, ...sizes, ...readOtherFacts(value) };
}

function readClip(value: unknown): BenchClip | undefined {
  const place = readPlace(value);
  if (!place || place.end <= place.start) return undefined;
  const whole = makeClip({ ...noSource, url: place.url }, newRequestId());
  return { ...whole, ...place, ...readSettings(value) };
}

const noSource = { width: 0, height: 0, fps: null, seconds: 0, poster: null, name: '' };

/** Reads a plan, such as the input of an earlier cut, in which anything may stand; undefined without clips. */
export function readCut(plan: unknown): Cut | undefined {
  const clips = readList(readClip, cutLimits.clips)((plan as { clips?: unknown } | null)?.clips);
  if (!clips?.[0]) return undefined;
  return { ...emptyCut, ...readWhole(plan), clips };
}

/** Returns what the bench keeps in the browser: the cut and its sources, without the steps of undo. */
export function toDraft({ cut, sources }: Bench): Readonly<Record<string, unknown>> | undefined {
  const used = Object.values(sources).filter(({ url }) => cut.clips.some((clip) => clip.url === url));
  return cut.clips.length === 0 ? undefined : { ...toPlan(cut), sources: used };
}

export function readDraft(draft: Readonly<Record<string, unknown>> | undefined): Bench {
  const cut = readCut(draft);
  if (!cut) return emptyBench;
  const sources = readList(readSource, cutLimits.clips)(draft?.sources) ?? [];
  return {
    ...emptyBench,
    cut,
    selectedId: cut.clips[0]?.id,
    sources: Object.fromEntries(sources.map((source) => [source.url, source])),
  };
}

/** Returns the body of a submission: ids of clips are of this page alone. */
export function toPlan({ clips, ...whole }: Cut): CutPlan {
  return { ...whole, clips: clips.map(({ id: _id, ...clip }) => clip) };
}
