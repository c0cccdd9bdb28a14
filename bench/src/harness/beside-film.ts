import { AppError } from '@atelier/contract';
import { loadHttp } from '../measure/load-http.ts';
import { median } from '../measure/statistics.ts';
import type { ScenarioContext } from '../scenario.ts';
import { openHarness } from './open-harness.ts';
import { type Clip, renderFilm } from './render-film.ts';
import { createVideoCall, inTurn } from './submit-video.ts';

const connections = 32;
const userCount = 1_000;
const rounds = 4;

/** Submissions a second as P1 sends them, by turns without other work and while the film is rendered: medians. */
export async function measureBesideFilm(
  context: ScenarioContext,
  film: readonly Clip[],
  outputPath: string,
): Promise<{ alone: number; beside: number }> {
  const harness = await openHarness(context, { users: userCount, workerProcesses: 0 });
  const nextUser = inTurn(harness.users);
  const nextCall = () => createVideoCall(nextUser(), harness.stack.url);
  const measure = async () => {
    const durationSeconds = context.isQuick ? 2 : 8;
    return (await loadHttp({ url: harness.apiUrl, connections, durationSeconds, nextCall })).perSecond;
  };
  await measure();
  const [alone, beside]: [number[], number[]] = [[], []];
  for (let round = 0; round < (context.isQuick ? 1 : rounds); round += 1) {
    alone.push(await measure());
    beside.push(await whileRendering(film, outputPath, measure));
    context.print(
      `submissions: ${Math.round(alone.at(-1) ?? 0)}/s alone, ${Math.round(beside.at(-1) ?? 0)}/s beside a film`,
    );
  }
  return { alone: median(alone), beside: median(beside) };
}

/** Begins to measure with the first pictures, and ends the film afterwards. */
async function whileRendering<Value>(
  film: readonly Clip[],
  outputPath: string,
  measure: () => Promise<Value>,
): Promise<Value> {
  const ending = new AbortController();
  const { promise: begun, resolve: onProgress } = Promise.withResolvers<number>();
  const rendering = renderFilm(film, outputPath, { signal: ending.signal, onProgress });
  await Promise.race([begun, rendering]);
  const measured = await measure();
  ending.abort();
  const [ended] = await Promise.allSettled([rendering]);
  if (ended.status === 'fulfilled')
    throw new Error('The film ended before the measurement: it needs more shots');
  if (!(ended.reason instanceof AppError && ended.reason.code === 'request_aborted')) throw ended.reason;
  return measured;
}
