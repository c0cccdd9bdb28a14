// `npm start` and `npm run dev`: starts the stack, prints the banner, stops everything in order.
import { constants } from 'node:os';
import { StartProblem } from '@atelier/local-postgres';
import { type Stack, startStack } from './start-stack.ts';
import { renderBanner } from './supervisor/banner.ts';
import type { ProcessEnd } from './supervisor/managed-process.ts';
import { chooseDataDir } from './supervisor/settings.ts';

const startedAt = performance.now();
const abort = new AbortController();
let starting: Promise<Stack> | undefined;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopBySignal(signal));

try {
  // PORT, HOST and the rest of the documented variables come from the environment; absent PORT means 3000 or the next.
  const { PORT, EMULATOR_SPEED, LOG_LEVEL } = process.env;
  const settings = { ...process.env, DATA_DIR: chooseDataDir(process.env), PORT, EMULATOR_SPEED, LOG_LEVEL };
  starting = startStack({
    settings,
    isWatching: process.argv.includes('--watch'),
    onLine: (part, line) => console.error(`[${part}] ${line}`),
    signal: abort.signal,
  });
  const stack = await starting;
  console.log(renderBanner(stack, performance.now() - startedAt));
  void stack.ended.then(stopAfter);
} catch (error) {
  if (!isStopping) fail(error);
}

/** First signal: stop in order. Second: leave at once; every child ends when its channel to us closes. */
async function stopBySignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  const exitCode = 128 + constants.signals[signal];
  if (isStopping) process.exit(exitCode);
  isStopping = true;
  console.log('\nStopping (once more to stop at once)');
  abort.abort();
  await stop();
  process.exit(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : exitCode);
}

async function stopAfter({ name, reason, tail }: ProcessEnd): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  const intro = tail.length === 0 ? '' : ' Its last lines:';
  console.error(`\nThe ${name} process has ended (${reason}), so everything stops.${intro}`);
  for (const line of tail) console.error(`  ${line}`);
  await stop();
  process.exit(1);
}

async function stop(): Promise<void> {
  try {
    await (await starting)?.stop();
  } catch (error) {
    // A start that was interrupted has stopped its parts itself; what it was told is no news.
    if (!abort.signal.aborted) console.error(error);
  }
}

function fail(error: unknown): never {
  // A problem outside the program needs no stack trace; anything else is a fault of ours and shows where.
  if (error instanceof StartProblem) console.error(`\n${error.message}\n`);
  else console.error(error);
  process.exit(1);
}
