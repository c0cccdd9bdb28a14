import { existsSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type StackOptions, startStack } from './start-stack.ts';
import { createTestFolder, processesOf, signIn, testRedisUrl } from './testing.ts';

const redisUrl = await testRedisUrl();
const slow = { timeout: 120_000 };

async function start(options: StackOptions = {}) {
  const stack = await startStack({ hasWeb: false, ...options });
  onTestFinished(() => stack.stop());
  return stack;
}

it(
  'starts everything, signs in a ready account, and leaves neither process nor folder behind',
  slow,
  async () => {
    const stack = await start();
    const headers = { cookie: await signIn(stack.url, 'paid@atelier.test') };
    const info = await (await fetch(`${stack.url}/api/user/info`, { headers })).json();
    expect(info).toMatchObject({ user: { email: 'paid@atelier.test' }, credits: { left_credits: 20_000 } });
    await stack.stop();
    expect(processesOf(stack.dataDir)).toEqual([]);
    expect(existsSync(stack.dataDir)).toBe(false);
  },
);

it('starts several processes of each kind, on Redis if there is one', slow, async () => {
  const backend = redisUrl === undefined ? {} : { queueBackend: 'redis' as const, redisUrl };
  const stack = await start({ apiProcesses: 2, workerProcesses: 2, ...backend });
  expect(stack.apiUrls).toHaveLength(2);
  for (const url of stack.apiUrls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it('reports a process that ends unexpectedly', slow, async () => {
  const stack = await start();
  const worker = processesOf(stack.dataDir).find(({ command }) => command.includes('worker/src/main.ts'));
  process.kill(worker?.pid ?? 0, 'SIGKILL');
  expect(await stack.ended).toMatchObject({ name: 'worker', reason: 'SIGKILL' });
});

it('starts a worker to replace a killed one, and stops it with the rest', slow, async () => {
  const stack = await start();
  const [killed] = stack.workers;
  process.kill(killed?.pid ?? 0, 'SIGKILL');
  await killed?.ended;
  const { name, pid } = await stack.startWorker();
  expect(name).toBe('worker-2');
  expect(processesOf(stack.dataDir).map((one) => one.pid)).toContain(pid);
  await stack.stop();
  expect(processesOf(stack.dataDir)).toEqual([]);
});

it('stops what has started when the start is aborted', slow, async () => {
  const dataDir = await createTestFolder('given up');
  const abort = new AbortController();
  const starting = startStack({ hasWeb: false, settings: { DATA_DIR: dataDir }, signal: abort.signal });
  await vi.waitUntil(() => processesOf(dataDir).length > 0, { timeout: 20_000, interval: 10 });
  abort.abort();
  await expect(starting).rejects.toThrow();
  expect(processesOf(dataDir)).toEqual([]);
});
