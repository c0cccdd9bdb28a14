import { openStage, type StageOptions } from '../stage/open-stage.ts';
import type { Drill, Found } from './drill.ts';
import { countStarts, watchStarts } from './watch-starts.ts';

type Options = StageOptions & {
  minutes?: number | undefined;
  signal: AbortSignal;
  print(line: string): void;
};

/** Runs one drill on a product of its own. */
export async function runDrill(drill: Drill, { minutes, ...options }: Options): Promise<Found> {
  await using teardown = new AsyncDisposableStack();
  const stage = await openStage({ ...options, limitRunning: drill.limitRunning ?? 5 }, teardown);
  await stage.processes.allReady(options.signal);
  // Nothing is late here by chance.
  stage.emulator.control.setLateMs(undefined);
  await watchStarts(stage);
  const { signal, print } = options;
  const found = await drill.run({ stage, minutes: minutes ?? drill.minutes, signal, print });
  const { starts } = await countStarts(stage);
  return { ...found, measured: { ...found.measured, starts } };
}
