import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startStack } from './start-stack.ts';
import { startProcesses } from './supervisor/start-processes.ts';
import { Teardown } from './supervisor/teardown.ts';
import { createTestFolder, listProcesses, sharedMedia, signIn, testRedisUrl } from './testing.ts';

const redisUrl = await testRedisUrl();
const slow = { timeout: 120_000 };

describe('a stack', () => {
  let stack: Awaited<ReturnType<typeof startStack>>;
  beforeAll(async () => {
    stack = await startStack({ hasWeb: false, emulatorMedia: await sharedMedia() });
  }, slow.timeout);
  afterAll(() => stack?.stop());

  it('has a ready account', slow, async () => {
    const headers = { cookie: await signIn(stack.url, 'paid@atelier.test') };
    const info = await (await fetch(`${stack.url}/api/user/info`, { headers })).json();
    expect(info).toMatchObject({ user: { email: 'paid@atelier.test' }, credits: { left_credits: 20_000 } });
  });

  it('reports a process that ends unexpectedly, and starts a worker to replace it', slow, async () => {
    const [killed] = stack.workers;
    process.kill(killed?.pid ?? 0, 'SIGKILL');
    expect(await stack.ended).toMatchObject({ name: 'worker', reason: 'SIGKILL' });
    await killed?.ended;
    const { name, pid } = await stack.startWorker();
    expect(name).toBe('worker-2');
    expect(listProcesses(stack.dataDir).map((one) => one.pid)).toContain(pid);
  });

  it('does not wait for an api whose web app cannot be built', slow, async () => {
    const { plan, emulator, openid, checkout, databaseUrl: appUrl, adminUrl } = stack;
    const database = { appUrl, adminUrl, ended: new Promise<string>(() => {}), stop: async () => {} };
    const teardown = new Teardown();
    const starting = startProcesses({
      plan,
      services: { database, emulator, openid, checkout },
      counts: { api: 1, worker: 0 },
      isWatching: false,
      webBuild: Promise.reject(new Error('The web app has a fault')),
      teardown,
      logLine: () => undefined,
    });
    await expect(starting).rejects.toThrow('The web app has a fault');
    await teardown.run();
  });

  it('leaves neither process nor folder behind when it stops', slow, async () => {
    await stack.stop();
    expect(listProcesses(stack.dataDir)).toEqual([]);
    expect(existsSync(stack.dataDir)).toBe(false);
  });
});

it('a stack starts several processes of each kind, on Redis if there is one', {
  ...slow,
  tags: 'tools',
}, async () => {
  const backend = redisUrl === undefined ? {} : { queueBackend: 'redis' as const, redisUrl };
  const emulatorMedia = await sharedMedia();
  const stack = await startStack({
    hasWeb: false,
    emulatorMedia,
    apiProcesses: 2,
    workerProcesses: 2,
    ...backend,
  });
  onTestFinished(() => stack.stop());
  expect(stack.apiUrls).toHaveLength(2);
  for (const url of stack.apiUrls) expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

it('an aborted start stops what it has started', slow, async () => {
  const dataDir = await createTestFolder('given up');
  const abort = new AbortController();
  const starting = startStack({ hasWeb: false, settings: { DATA_DIR: dataDir }, signal: abort.signal });
  await vi.waitUntil(() => listProcesses(dataDir).length > 0, { timeout: 20_000, interval: 10 });
  abort.abort();
  await expect(starting).rejects.toThrow();
  expect(listProcesses(dataDir)).toEqual([]);
});
