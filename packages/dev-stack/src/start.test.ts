import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { repositoryRoot } from './supervisor/settings.ts';
import { listProcesses } from './testing/list-processes.ts';
import { createTestFolder } from './testing.ts';

const dataDir = join(await createTestFolder('start'), 'data');
const slow = { timeout: 120_000 };

type Running = {
  child: ChildProcess;
  output: () => string;
  exit: Promise<number | NodeJS.Signals>;
};

/** Stop functions of everything that was started, so that a failing test leaves nothing to the next one. */
const stops: (() => Promise<void>)[] = [];
const stopAll = async () => void (await Promise.all(stops.splice(0).map((stop) => stop())));

/** `npm start` without npm. */
const startScript = [process.execPath, join(repositoryRoot, 'packages/dev-stack/start.js')];

function run(env: Record<string, string> = {}, [program = '', ...args] = startScript): Running {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(program, args, {
    cwd: repositoryRoot,
    env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = once(child, 'close').then(([code, signal]) => code ?? signal);
  stops.push(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  return { child, output: () => output, exit };
}

async function runUntilReady(command = startScript): Promise<Running & { url: string }> {
  const running = run({}, command);
  await vi.waitUntil(() => running.output().includes('Ctrl-C') || running.child.exitCode !== null, {
    timeout: 90_000,
    interval: 50,
  });
  const url = /Open\s+(http:\S+)/.exec(running.output())?.[1];
  if (url === undefined) throw new Error(running.output());
  return { ...running, url };
}

async function nothingLeft(): Promise<void> {
  await vi.waitUntil(() => listProcesses(dataDir).length === 0, { timeout: 20_000, interval: 50 });
}

describe('a stack started where another one was killed', () => {
  let stack: Awaited<ReturnType<typeof runUntilReady>>;
  beforeAll(async () => {
    const killed = await runUntilReady();
    killed.child.kill('SIGKILL');
    await nothingLeft();
    stack = await runUntilReady();
  }, slow.timeout);
  afterAll(stopAll);

  it('serves, and prints the address and who can sign in', slow, async () => {
    expect((await fetch(`${stack.url}/readyz`)).status).toBe(200);
    for (const name of ['paid', 'new', 'ops'])
      expect(stack.output()).toContain(`login_hint=${name}@atelier.test`);
  });

  it('refuses a second start in the same folder and prints the address of the first', slow, async () => {
    const second = run();
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`The stack already runs at ${stack.url}`);
  });

  it('refuses a port in use and an invalid setting in one sentence', slow, async () => {
    const other = { DATA_DIR: `${dataDir} 2` };
    const taken = run({ ...other, PORT: new URL(stack.url).port });
    expect(await taken.exit).toBe(1);
    expect(taken.output()).toMatch(/^\nPort \d+ is in use: another program listens on 127\.0\.0\.1:\d+\./);
    const wrong = run({ ...other, EMULATOR_SPEED: 'fast' });
    expect(await wrong.exit).toBe(1);
    expect(wrong.output()).toContain('EMULATOR_SPEED is "fast"');
  });

  it('stops everything on SIGTERM', slow, async () => {
    stack.child.kill('SIGTERM');
    expect(await stack.exit).toBe(0);
    expect(listProcesses(dataDir)).toEqual([]);
  });
});

describe('a running stack', { tags: 'faults' }, () => {
  afterEach(stopAll);

  it('exits with code 1 and the last lines of a process that dies', slow, async () => {
    const { exit, output } = await runUntilReady();
    const api = listProcesses(dataDir).find(({ command }) => command.includes('api/src/main.ts'));
    process.kill(api?.pid ?? 0, 'SIGKILL');
    expect(await exit).toBe(1);
    expect(output()).toContain('The api process has ended (SIGKILL), so everything stops.');
    expect(listProcesses(dataDir)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)('stops everything when npm gets %s', slow, async (signal) => {
    const { child } = await runUntilReady(['npm', 'start']);
    child.kill(signal);
    await nothingLeft();
  });
});
