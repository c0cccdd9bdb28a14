import { setTimeout as wait } from 'node:timers/promises';
import type { FalEmulator } from '@atelier/fal-emulator';
import { sendAtRate } from '../measure/send-at-rate.ts';
import { waitUntil } from '../measure/wait-until.ts';

/** A result as its watcher saw it first, with the provider's id of the job. */
export type Sighting = { requestId: string; atMs: number };

export type Watching = {
  watchers: number;
  /** How long jobs take on average. */
  jobSeconds: number;
  /** Watcher number so and so submits a job; resolves when it sees the result. */
  watch(index: number): Promise<Sighting>;
  /** Called as nothing but watching begins, and again as it ends. */
  onQuiet(seconds: number): void;
};

/** Jobs are submitted over as long as the polls of the peer are apart, so that these come spread out. */
const submittingSeconds = 5;
const settlingMs = 1_000;
const patienceMs = 120_000;

/**
 * Every watcher submits one job. The provider holds them all for half of the time that a job takes, then ends one after
 * the other over the whole of it. Resolves with how late each watcher saw its result after the provider's end, in ms.
 */
export async function watchJobs({ control }: FalEmulator, watching: Watching): Promise<number[]> {
  const { watchers, jobSeconds, watch, onQuiet } = watching;
  control.reset();
  control.hold({ step: 'IN_PROGRESS' });
  const sightings: Promise<Sighting>[] = [];
  await sendAtRate(watchers / submittingSeconds, watchers, (index) => void sightings.push(watch(index)));
  const seen = Promise.all(sightings);
  const isFull = await waitUntil(() => heldIds(control).length === watchers, { limitMs: patienceMs });
  if (!isFull) throw new Error(`Only ${heldIds(control).length} of ${watchers} jobs reached the provider`);
  await wait(settlingMs);
  onQuiet(0);
  await wait((jobSeconds / 2) * 1000);
  onQuiet(jobSeconds / 2);
  const ids = heldIds(control);
  await sendAtRate(watchers / jobSeconds, watchers, (index) => control.release({ requestId: ids[index] }));
  const late = wait(patienceMs, undefined, { ref: false }).then(() => {
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
