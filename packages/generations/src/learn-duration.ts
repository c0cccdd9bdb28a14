// Learns durations from completed generations: docs/durations.md.
import { getKind, type KindInput, timeSlice } from '@atelier/catalog';
import type { GenerationRow, Lesson } from '@atelier/db';
import {
  type Durations,
  hourSlice,
  placeSeconds,
  readHour,
  typicalRun,
  typicalWait,
  waitSlice,
} from './forecast.ts';

/** Smallest plausible share of the guess; below it, a clock was set back. */
const leastShare = 0.02;

export type Ended = Pick<
  GenerationRow,
  | 'kind'
  | 'input'
  | 'status'
  | 'created_at'
  | 'started_at'
  | 'submitted_at'
  | 'generating_at'
  | 'finished_at'
  | 'promised_deciles'
  | 'accepted_most_seconds'
  | 'place_at_provider'
>;

const secondsBetween = (from: Date, to: Date) => Math.max(0, (to.getTime() - from.getTime()) / 1_000);

/** Lesson from an ended generation; undefined when it has not completed. */
export function findLesson(durations: Durations, row: Ended): Lesson | undefined {
  const { kind, status, submitted_at: submitted, finished_at: finished, place_at_provider: places } = row;
  if ((status !== 'completed' && status !== 'partial') || !submitted || !finished) return undefined;
  const guessSeconds = getKind(kind).expectedSeconds(row.input as KindInput);
  const slice = timeSlice(row.input as KindInput);
  const hour = readHour(submitted);
  const started = row.started_at ?? row.created_at;
  const wait = waitAtProvider(durations, row, submitted);
  const usual = typicalWait(durations, kind, hour);
  const runSeconds =
    wait === undefined
      ? secondsBetween(started, finished) - usual.seconds
      : secondsBetween(submitted, finished) - wait;
  const run = Math.log(Math.max(leastShare, runSeconds / guessSeconds));
  const typicalRunOf = typicalRun(durations, kind, slice, hour);
  const samples = [
    { slice: '', value: run - typicalRunOf.ofHour },
    ...(slice === '' ? [] : [{ slice, value: run - typicalRunOf.ofHour }]),
    { slice: hourSlice('run', hour), value: run - typicalRunOf.middle },
  ];
  if (wait !== undefined) {
    const waited = Math.log(1 + secondsBetween(started, submitted) + wait);
    samples.push(
      { slice: waitSlice, value: waited - usual.ofHour },
      { slice: hourSlice('wait', hour), value: waited - usual.middle },
    );
  }
  const [promised, accepted] = [row.promised_deciles?.at(-1), row.accepted_most_seconds];
  return {
    kind,
    samples,
    guessSeconds,
    isOverPromised: promised === undefined ? null : secondsBetween(started, finished) > promised,
    isOverAccepted:
      accepted === null || places === null ? null : secondsBetween(submitted, finished) > accepted,
    placeSeconds: row.generating_at && places ? secondsBetween(submitted, row.generating_at) / places : null,
  };
}

/** Seconds from the submission until the model began; undefined when neither its beginning nor its place is known. */
function waitAtProvider(durations: Durations, row: Ended, submitted: Date): number | undefined {
  const { kind, generating_at: generating, place_at_provider: places } = row;
  // The first in the provider's queue is being processed, even if its status says so late.
  if (places === 0) return 0;
  if (generating) return secondsBetween(submitted, generating);
  return places === null ? undefined : places * placeSeconds(durations, kind);
}
