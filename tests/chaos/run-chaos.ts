import { appendFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createChance } from './chance.ts';
import { judge } from './check/judge.ts';
import type { Fault } from './faults/fault.ts';
import { enrollUsers } from './load/enroll-users.ts';
import type { Operation } from './load/operation-log.ts';
import { makeSampleFiles } from './load/sample-files.ts';
import { startLoad } from './load/start-load.ts';
import { type Life, recordGenerations } from './report/record-generations.ts';
import { renderTimeline } from './report/render-timeline.ts';
import { countBy, countCalls, measurePickUp, type Summary } from './report/summarize.ts';
import { settle } from './settle.ts';
import { type Sample, type Sampling, startSampling } from './soak/start-sampling.ts';
import { summarizeSamples } from './soak/summarize-samples.ts';
import { openStage, type Stage, type StageOptions } from './stage/open-stage.ts';
import { type StruckFault, strikeFaults } from './strike-faults.ts';

export type ChaosOptions = StageOptions & {
  seed: string;
  minutes: number;
  users: number;
  /** Calls of all users together. */
  callsPerSecond: number;
  faults: readonly Fault[];
  /** Faults at the same time. */
  lanes: number;
  /** Ends leases early that would make a short run wait. */
  isHurried: boolean;
  /** How often memory, connections, queues and sizes are measured; never when absent. */
  sampleEveryMs?: number | undefined;
  /** Folder of the timeline, and of what was logged when something is wrong. */
  folder: string;
  signal: AbortSignal;
  print(line: string): void;
};

const settleLimitMs = 360_000;
/** The longest wait between two polls (45 s), the sweeper's grace and interval (30 s), and the end itself. */
const settleBoundMs = 90_000;

/** Uses the product while its parts fail, waits until all is calm, and judges what is left. */
export async function runChaos(options: ChaosOptions): Promise<Summary> {
  const { seed, backend, minutes, signal, print } = options;
  await using teardown = new AsyncDisposableStack();
  const stage = await openStage(options, teardown);
  await stage.processes.allReady(signal);
  const enrolled = await enrollUsers(stage, options.users);
  const files = await makeSampleFiles(stage.emulator);
  const recorder = recordGenerations(stage.db);
  const fromMs = Date.now();
  print(`${backend}: ${enrolled.length} users at ${stage.url}, ${minutes} min of faults`);
  const { callsPerSecond: perSecond, isHurried } = options;
  const over = new AbortController();
  const load = startLoad(stage, {
    enrolled,
    samples: files,
    chance: createChance(`load ${seed}`),
    perSecond,
    signal: AbortSignal.any([signal, over.signal]),
  });
  teardown.defer(() => over.abort());
  teardown.defer(() => load.users.forEach(({ page }) => void page.close()));
  const sampling = sampleEvery(stage, options);
  teardown.defer(() => sampling?.stop());
  const faults = await strikeAll(stage, options, fromMs);
  signal.throwIfAborted();
  await load.stop();
  await sampling?.stop();
  const samples = sampling?.samples ?? [];
  const calmAtMs = Date.now();
  const boundMs = isHurried ? undefined : settleBoundMs;
  const stuck = await settle(stage, load, { isHurried, limitMs: settleLimitMs, boundMs, signal });
  const settledAfterMs = Date.now() - calmAtMs;
  const violations = [...stuck, ...(await judge(stage, load, signal))];
  signal.throwIfAborted();
  await recorder.stop();
  const lives = [...recorder.lives.values()];
  const summary = summarize(options, stage, {
    calls: load.log.all,
    lives,
    faults,
    courses: summarizeSamples(samples),
    settledAfterMs,
    violations,
  });
  const upTimes = stage.processes.all.flatMap((each) => each.upTimes);
  const untilMs = Date.now();
  const html = renderTimeline({ fromMs, untilMs, calmAtMs, faults, upTimes, lives, samples, summary });
  write(options, stage, { html, summary });
  return summary;
}

function strikeAll(stage: Stage, options: ChaosOptions, fromMs: number): Promise<StruckFault[]> {
  const { faults, lanes, seed, minutes, backend, signal, print } = options;
  return strikeFaults(stage, {
    faults,
    lanes,
    signal,
    chance: createChance(`faults ${seed}`),
    durationMs: minutes * 60_000,
    onFault({ id, target, beganAtMs, endedAtMs }) {
      print(
        `${backend}: ${seconds(beganAtMs - fromMs)} ${id} (${target}) for ${seconds(endedAtMs - beganAtMs)}`,
      );
    },
  });
}

type Observed = Pick<Summary, 'settledAfterMs' | 'violations' | 'courses'> & {
  calls: readonly Operation[];
  lives: readonly Life[];
  faults: readonly StruckFault[];
};

function summarize(
  { seed, backend, storage, minutes, users }: ChaosOptions,
  { emulator, processes }: Stage,
  { calls, lives, faults, ...rest }: Observed,
): Summary {
  return {
    seed,
    backend,
    storage,
    minutes,
    users,
    calls: countCalls(calls),
    generations: countBy(lives, ({ status }) => status),
    submissionsAtFal: emulator.control.counts().submit,
    faults: countBy(faults, ({ id }) => id),
    pickUpMs: measurePickUp(lives, faults),
    failedStarts: processes.all.reduce((sum, { failedStarts }) => sum + failedStarts, 0),
    ...rest,
  };
}

/** Each sample is also a line of a file at once: hours are not lost with a run that is interrupted. */
function sampleEvery(stage: Stage, options: ChaosOptions): Sampling | undefined {
  const { sampleEveryMs: everyMs, folder } = options;
  if (everyMs === undefined) return undefined;
  mkdirSync(folder, { recursive: true });
  const file = `${formatName(options)}-samples.jsonl`;
  const onSample = (sample: Sample) => appendFileSync(file, `${JSON.stringify(sample)}\n`);
  return startSampling(stage, { everyMs, onSample });
}

/** The logs are kept only where there is something to look for. */
function write(
  options: ChaosOptions,
  { dataDir }: Stage,
  { html, summary }: { html: string; summary: Summary },
): void {
  mkdirSync(options.folder, { recursive: true });
  const name = formatName(options);
  writeFileSync(`${name}.html`, html);
  writeFileSync(`${name}.json`, `${JSON.stringify(summary)}\n`);
  if (summary.violations.length > 0) cpSync(join(dataDir, 'logs'), `${name}-logs`, { recursive: true });
}

function formatName({ folder, backend, seed }: ChaosOptions): string {
  return join(folder, `${backend}-${seed}`);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
