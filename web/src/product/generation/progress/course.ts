import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '../store/generations-state.ts';

/** The facts that a generation's bar, its marks and its words are all made of, so that none contradicts another. */
export type Course = {
  /** Filled share of the bar, 0 to 1, and 1 only once it has ended. */
  fill: number;
  spentSeconds: number;
  /** The likely end in seconds from the start, and its place on the bar; undefined once passed, or unknown. */
  about: { seconds: number; at: number } | undefined;
  /** Nine of ten end before it, in seconds from the start: the end of the bar. */
  mostSeconds: number | undefined;
  isAlmostDone: boolean;
  /** It takes longer than nine of ten do or, when that is not known, noticeably longer than expected. */
  isLate: boolean;
};

/**
 * Figures that were shown last, so that the bar never goes back and an end that rests on other generations never moves
 * away.
 */
export type Shown = {
  fill: number;
  aboutSeconds?: number | undefined;
  mostSeconds?: number | undefined;
  /** The provider's last report. */
  report?: Report | undefined;
};

type Report = { percent: number; aboutSeconds: number };

export const nothingShown: Shown = { fill: 0 };

/** Tolerance before a generation counts as late, because the expected time is a median. */
const minLateSeconds = 3;
const minLateShare = 0.25;
/** A smaller report says too little about the rest. */
const minTellingPercent = 10;
/** Percentage above which neither end says more than that it is near. */
const almostPercent = 80;
const savingFill = 0.97;
/** The product's rule: never more than this before the result is there. */
const maxFill = 0.99;
/** When nothing is known about the time: 1 % every 3 s. */
const unknownFillPerSecond = 0.01 / 3;

/**
 * Time spent fills the bar up to "at most" until the provider reports. Then the filled share of the way to "about" is the
 * report, and "about" moves towards the end of the bar, which it reaches as both marks give way to "almost done".
 */
export function readCourse(generation: PublicGeneration, nowMs: number, before: Shown): Reading {
  const { stage } = generation.progress;
  const keep = keepSteady(readSpent(generation, nowMs), before);
  if (hasEnded(generation.status)) return keep(1);
  if (stage === 'saving' || stage === 'done') return keep(savingFill);
  if (stage !== 'queued' && stage !== 'generating') return keep(0);
  const report = readReport(generation, nowMs, before.report);
  if (report && report.percent > almostPercent)
    return keep(Math.min(maxFill, report.percent / 100), { isAlmostDone: true }, { report });
  return readUnderWay(generation, nowMs, before, report);
}

type Reading = { course: Course; shown: Shown };

function keepSteady(spentSeconds: number, before: Shown) {
  const bare = { spentSeconds, about: undefined, mostSeconds: undefined, isAlmostDone: false, isLate: false };
  return (most: number, course: Partial<Course> = {}, shown: Partial<Shown> = {}): Reading => {
    const fill = Math.max(before.fill, most);
    return { course: { ...bare, ...course, fill }, shown: { ...before, ...shown, fill } };
  };
}

function readUnderWay(
  generation: PublicGeneration,
  nowMs: number,
  before: Shown,
  report: Report | undefined,
): Reading {
  const spentSeconds = readSpent(generation, nowMs);
  const { expectedSeconds, mostSeconds, lateAfter, endSeconds } = readEnds(generation, before);
  const keep = keepSteady(spentSeconds, before);
  const shown = { report, mostSeconds, aboutSeconds: expectedSeconds };
  const aboutSeconds = report?.aboutSeconds ?? expectedSeconds;
  const reported = (report?.percent ?? 0) / 100;
  if (endSeconds <= 0)
    return keep(Math.min(maxFill, report ? reported : spentSeconds * unknownFillPerSecond), {}, shown);
  const spentShare = Math.min(maxFill, spentSeconds / endSeconds);
  if (spentSeconds > lateAfter || (report && aboutSeconds > endSeconds))
    return keep(report ? reported : spentShare, { isLate: true }, shown);

  const share = Math.min(1, aboutSeconds / endSeconds);
  const at = share + (1 - share) * Math.min(1, (100 * reported) / almostPercent);
  const fill = Math.max(before.fill, report ? reported * at : spentShare);
  const isAhead = aboutSeconds > spentSeconds && aboutSeconds <= endSeconds;
  const about = isAhead ? { seconds: aboutSeconds, at: Math.max(fill, at) } : undefined;
  const isMostAhead = mostSeconds !== undefined && mostSeconds > spentSeconds;
  return keep(fill, { about, mostSeconds: isMostAhead ? mostSeconds : undefined }, shown);
}

/** Seconds since the start. One that waits in the line has not begun. */
function readSpent({ progress, submitted_at, created_at }: PublicGeneration, nowMs: number): number {
  if (progress.stage === 'waiting') return 0;
  return secondsSince(submitted_at ?? progress.stage_started_at ?? created_at, nowMs);
}

const secondsSince = (iso: string, nowMs: number) => Math.max(0, (nowMs - Date.parse(iso)) / 1000);

/** The report, and the end that it predicted when it came: seen again later, it says nothing new. */
function readReport(generation: PublicGeneration, nowMs: number, before: Report | undefined) {
  const { progress, created_at } = generation;
  const { stage, percent } = progress;
  if (stage !== 'generating' || percent === null || percent < minTellingPercent) return undefined;
  if (before && before.percent >= percent) return before;
  const spentHere = secondsSince(progress.stage_started_at ?? created_at, nowMs);
  const left = (spentHere * (100 - percent)) / percent;
  return { percent, aboutSeconds: readSpent(generation, nowMs) + left };
}

/** The ends that other generations make likely; neither moves away from what was shown. */
function readEnds({ progress }: PublicGeneration, before: Shown) {
  const { expected_seconds: expected, expected_most_seconds: most } = progress;
  const soonest = (seconds: number, shown = Number.POSITIVE_INFINITY) => Math.min(seconds, shown);
  const expectedSeconds = soonest(expected, before.aboutSeconds);
  const mostSeconds = most === null ? undefined : soonest(most, before.mostSeconds);
  const lateAfter = Math.max(mostSeconds ?? expected * (1 + minLateShare), expected + minLateSeconds);
  const isKnown = expected > 0 || mostSeconds !== undefined;
  return { expectedSeconds, mostSeconds, lateAfter, endSeconds: isKnown ? (mostSeconds ?? lateAfter) : 0 };
}
