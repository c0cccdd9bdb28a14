import type { PublicGeneration } from '@atelier/contract';
import { type Course, nothingShown, readCourse, type Shown } from './course.ts';

/** Most entries, more than a user can have waiting and running at once. */
const maxRemembered = 4_000;

const remembered = new Map<string, Shown>();

/** The course of the generation with this key, steady across the places that show it. */
export function followCourse(key: string, generation: PublicGeneration, nowMs: number): Course {
  const { course, shown } = readCourse(generation, nowMs, remembered.get(key) ?? nothingShown);
  // Limited to more than a page can need.
  if (remembered.size > maxRemembered) remembered.clear();
  remembered.set(key, shown);
  return course;
}

/** Seconds until the likely end; 0 once that has passed, or is not known. */
export function secondsLeft({ about, spentSeconds }: Course): number {
  return about ? about.seconds - spentSeconds : 0;
}

/** Shortest time to show: a shorter one says nothing. */
export const minShownSeconds = 2;

/** Rounds up to a natural figure: whole seconds to ten, then 10 s steps, whole minutes from one minute on. */
export function roundWait(seconds: number): number {
  const stepSeconds = seconds > 60 ? 60 : seconds > 10 ? 10 : 1;
  return Math.ceil(seconds / stepSeconds) * stepSeconds;
}
