import type { PublicGeneration } from '@atelier/contract';
import { hasEnded } from '../store/generations-state.ts';

const queuedPercent = 4;
const generatingFromPercent = 15;
const generatingSpanPercent = 80;
const savingPercent = 97;
/** The product's rule: never more than this before the result is there. */
const maxPercent = 99;
const tickMs = 3_000;

/**
 * Progress of a generation, 0 to 99, and 100 only once it has ended. Prefers real signals: the place in the queue, the
 * provider's own percentage, then the elapsed share of the expected time. Without any of these, 1 % every 3 s.
 */
export function estimatePercent(generation: PublicGeneration, nowMs: number): number {
  if (hasEnded(generation.status)) return 100;
  const { stage, queue_position: position } = generation.progress;
  switch (stage) {
    case 'waiting':
    case 'reserved':
    case 'cancelling':
      return 1;
    case 'queued':
      return position === null ? queuedPercent : queuedPercent + Math.round(8 / (1 + position));
    case 'generating':
      return Math.min(maxPercent, generatingPercent(generation, nowMs));
    case 'saving':
    case 'done':
      return savingPercent;
  }
}

function generatingPercent({ progress, created_at }: PublicGeneration, nowMs: number): number {
  const { percent, expected_seconds: expectedSeconds } = progress;
  if (percent !== null) return generatingFromPercent + (percent / 100) * generatingSpanPercent;
  const elapsedMs = Math.max(0, nowMs - Date.parse(progress.stage_started_at ?? created_at));
  if (expectedSeconds <= 0) return Math.floor(elapsedMs / tickMs);
  // Slows down towards the end instead of stopping there: 89 % of the span at the expected time.
  const share = 1 - Math.exp((-2.2 * elapsedMs) / (expectedSeconds * 1000));
  return generatingFromPercent + share * generatingSpanPercent;
}

/** Most entries, more than a user can have waiting and running at once. */
const maxRemembered = 4_000;

const remembered = new Map<string, number>();

/** Keeps what was shown under a key; of all that a page has ever shown, not more than it can need. */
function remember(key: string, value: number): number {
  if (remembered.size > maxRemembered) remembered.clear();
  remembered.set(key, value);
  return value;
}

/** The highest estimate so far under this key, so that a progress bar never goes back. */
export function steadyPercent(key: string, percent: number): number {
  return remember(key, Math.max(percent, remembered.get(key) ?? 0));
}

/**
 * The seconds until the earliest end that was shown under this key, so that a rest never grows: when more is left than
 * before, it goes on from what was shown. Undefined when that end has passed, whatever is left by now.
 */
export function steadyLeft(key: string, leftSeconds: number | undefined, nowMs: number): number | undefined {
  const shown = remembered.get(key);
  const endMs = Math.min(
    shown ?? Number.POSITIVE_INFINITY,
    nowMs + (leftSeconds ?? Number.POSITIVE_INFINITY) * 1_000,
  );
  if (!Number.isFinite(endMs)) return undefined;
  remember(key, endMs);
  return endMs > nowMs ? (endMs - nowMs) / 1_000 : undefined;
}

/** Tolerance before a generation counts as late, because the expected time is a median. */
const minLateSeconds = 3;
const minLateShare = 0.25;

type StageTimes = {
  elapsedSeconds: number;
  /** Seconds until the expected end; undefined once that has passed. */
  leftSeconds: number | undefined;
  /** Seconds until the time before which nine of ten end; undefined once that has passed, or when it is not known. */
  mostLeftSeconds: number | undefined;
  /** Whether it takes longer than nine of ten do or, when that is not known, noticeably longer than expected. */
  isLate: boolean;
};

/** Shortest time to show: a shorter one says nothing. */
export const minShownSeconds = 2;

/** A smaller share says too little about the rest. */
const minTellingPercent = 10;

export function stageTimes(generation: PublicGeneration, nowMs: number): StageTimes {
  const {
    stage,
    percent,
    stage_started_at: startedAt,
    expected_seconds: expectedSeconds,
    expected_most_seconds: mostSeconds,
  } = generation.progress;
  const secondsSince = (iso: string) => Math.max(0, (nowMs - Date.parse(iso)) / 1000);
  const elapsedSeconds = secondsSince(startedAt ?? generation.created_at);
  // A generation that waits in the line is never late: its time begins with its start.
  const begunAt = generation.submitted_at ?? startedAt ?? generation.created_at;
  const sinceBegun = stage === 'waiting' ? 0 : secondsSince(begunAt);
  const expectedLeft = expectedSeconds - sinceBegun;
  const lateAfter = mostSeconds ?? expectedSeconds * (1 + minLateShare);
  // Progress at the provider predicts the end better than the times of other generations.
  const isTelling = stage === 'generating' && percent !== null && percent >= minTellingPercent;
  const leftSeconds = isTelling ? (elapsedSeconds * (100 - percent)) / percent : expectedLeft;
  return {
    elapsedSeconds,
    leftSeconds: leftSeconds > 0 ? leftSeconds : undefined,
    mostLeftSeconds: mostSeconds !== null && mostSeconds > sinceBegun ? mostSeconds - sinceBegun : undefined,
    isLate: sinceBegun > Math.max(lateAfter, expectedSeconds + minLateSeconds),
  };
}

/** Rounds up to a natural figure: whole seconds to ten, then 10 s steps, whole minutes from one minute on. */
export function roundWait(seconds: number): number {
  const stepSeconds = seconds > 60 ? 60 : seconds > 10 ? 10 : 1;
  return Math.ceil(seconds / stepSeconds) * stepSeconds;
}
