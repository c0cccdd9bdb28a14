import type { PublicGeneration } from '@atelier/contract';

export type StageTimes = {
  elapsedSeconds: number;
  /** Until the result, by what such jobs took before; undefined once that time is over. */
  leftSeconds: number | undefined;
};

/** How long a job has been in its stage and how long it may still take. */
export function stageTimes(generation: PublicGeneration, nowMs: number): StageTimes {
  const { stage_started_at: startedAt, expected_seconds: expectedSeconds } = generation.progress;
  const secondsSince = (iso: string) => Math.max(0, (nowMs - Date.parse(iso)) / 1000);
  const leftSeconds = expectedSeconds - secondsSince(generation.submitted_at ?? generation.created_at);
  return {
    elapsedSeconds: secondsSince(startedAt ?? generation.created_at),
    leftSeconds: leftSeconds > 0 ? leftSeconds : undefined,
  };
}

/** Rounds up as one would say it: to 10 s, from a minute on to whole minutes. */
export function roundWait(seconds: number): number {
  const stepSeconds = seconds > 60 ? 60 : 10;
  return Math.ceil(seconds / stepSeconds) * stepSeconds;
}
