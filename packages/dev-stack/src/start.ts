// `npm start` and `npm run dev`: starts the stack, prints the banner, and stops everything in order.
import { constants } from 'node:os';
import { relative } from 'node:path';
import { StartProblem } from '@atelier/local-postgres';
import { readyAccounts } from './openid/accounts.ts';
import { type Stack, startStack } from './start-stack.ts';
import type { ProcessEnd } from './supervisor/managed-process.ts';
import { onNpmEnd } from './supervisor/on-npm-end.ts';
import { chooseDataDir } from './supervisor/settings.ts';

const descriptions = { paid: 'paid, 20,000 credits', unpaid: 'never paid', operator: 'paid, administrator' };

const startedAt = performance.now();
const abort = new AbortController();
let starting: Promise<Stack> | undefined;
let isStopping = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void stopBySignal(signal));
onNpmEnd(() => {
  if (!isStopping) void stopBySignal('SIGTERM');
}, process.env);

try {
  // When PORT is absent, the stack listens on 3000 or the next free port.
  const { PORT, EMULATOR_SPEED, LOG_LEVEL } = process.env;
  const settings = { ...process.env, DATA_DIR: chooseDataDir(process.env), PORT, EMULATOR_SPEED, LOG_LEVEL };
  starting = startStack({
    settings,
    compressesLater: true,
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

/** First signal: stop in order. Second: exit immediately; the children end when their channel closes. */
async function stopBySignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): Promise<void> {
  const exitCode = 128 + constants.signals[signal];
  if (isStopping) process.exit(exitCode);
  isStopping = true;
  console.log('\nStopping (press Ctrl-C again to stop immediately)');
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
    // An interrupted start has already stopped its parts, and its error is only the abort.
    if (!abort.signal.aborted) console.error(error);
  }
}

function fail(error: unknown): never {
  // A problem outside the program needs no stack trace; anything else is a bug.
  if (error instanceof StartProblem) console.error(`\n${error.message}\n`);
  else console.error(error);
  process.exit(1);
}

/** Printed when everything is ready. */
function renderBanner(stack: Stack, startedInMs: number): string {
  const { plan, url, apiUrls } = stack;
  const lines = ['', `  Atelier is ready after ${(startedInMs / 1000).toFixed(1)} s`, ''];
  lines.push(row('Open', url));
  if (plan.web.instead !== undefined)
    lines.push(row('', `port ${plan.web.instead} is in use, so this is ${plan.web.port}`));
  if (stack.openid !== undefined) {
    lines.push('');
    for (const { email, describedAs } of readyAccounts) {
      lines.push(
        row('Sign in as', `${email} (${descriptions[describedAs]})`),
        row('', signInLink(url, email)),
      );
    }
    lines.push('');
  }
  lines.push(row('Queues', `${url === apiUrls[0] ? url : queuesHost(stack)}/ops/queues (administrators)`));
  lines.push(row('Data', shortPath(plan.dataDir)), row('Stop', 'Ctrl-C'), '');
  return lines.join('\n');
}

function signInLink(url: string, email: string): string {
  const query = new URLSearchParams({ login_hint: email, redirect: '/creator/video/text-to-video' });
  // These two characters are allowed in a query and easier to read unescaped.
  return `${url}/api/auth/login?${query}`.replaceAll('%40', '@').replaceAll('%2F', '/');
}

/** Vite does not proxy the board, so in development the link goes to the api; cookies are shared across ports. */
function queuesHost({ plan, url, apiUrls }: Stack): string {
  const apiPort = new URL(apiUrls[0] ?? url).port;
  return apiPort === String(plan.web.port) ? url : `http://localhost:${apiPort}`;
}

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}`;
}
