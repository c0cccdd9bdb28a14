import { setTimeout as wait } from 'node:timers/promises';
import type { FalEmulator } from '@atelier/fal-emulator';
import { sendAtRate } from '../measure/call-in-parallel.ts';
import { waitUntil } from '../measure/wait-until.ts';

/** When a watcher first saw its result, with the provider's request id. */
export type Sighting = { requestId: string; atMs: number };

export type Watching = {
  watchers: number;
  /** The average duration of a job. */
  jobSeconds: number;
  /** Lets the given watcher submit a job; resolves when it sees the result. */
  watch(index: number): Promise<Sighting>;
  /** Called at the start and at the end of the period in which nothing but watching happens. */
  onQuiet(seconds: number): void;
};

/** Submissions are spread over the peer's poll interval, so that its polls are spread out as well. */
const submittingSeconds = 5;
const settlingMs = 1_000;
const timeoutMs = 120_000;

/**
 * Every watcher submits one job. The provider holds them all for half of `jobSeconds`, then ends one after another over
 * `jobSeconds`. Returns the delay between each end at the provider and its watcher seeing the result, in ms.
 */
export async function watchJobs({ control }: FalEmulator, watching: Watching): Promise<number[]> {
  const { watchers, jobSeconds, watch, onQuiet } = watching;
  control.reset();
  control.hold({ step: 'IN_PROGRESS' });
  const sightings: Promise<Sighting>[] = [];
  await sendAtRate(watchers / submittingSeconds, watchers, (index) => void sightings.push(watch(index)));
  const seen = Promise.all(sightings);
  const isFull = await waitUntil(() => heldIds(control).length === watchers, { limitMs: timeoutMs });
  if (!isFull) throw new Error(`Only ${heldIds(control).length} of ${watchers} jobs reached the provider`);
  await wait(settlingMs);
  onQuiet(0);
  await wait((jobSeconds / 2) * 1000);
  onQuiet(jobSeconds / 2);
  const ids = heldIds(control);
  await sendAtRate(watchers / jobSeconds, watchers, (index) => control.release({ requestId: ids[index] }));
  const late = wait(timeoutMs, undefined, { ref: false }).then(() => {
    throw new Error('Not every watcher saw its result');
  });
  const delays = (await Promise.race([seen, late])).map(
    ({ requestId, atMs }) => atMs - (control.job(requestId)?.finishedAtMs ?? Number.NaN),
  );
  control.release();
  return delays;
}

function heldIds(control: FalEmulator['control']): string[] {
  return control
    .jobs()
    .filter(({ isHeld }) => isHeld)
    .map(({ requestId }) => requestId);
}
