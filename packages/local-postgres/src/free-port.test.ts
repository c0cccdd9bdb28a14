import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { findFreePort, isPortFree } from './free-port.ts';

async function listen(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

it('the chosen port cannot be given to an outgoing connection before the caller listens', async () => {
  const port = await findFreePort();
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(32_768);
  expect(await isPortFree(port)).toBe(true);
});

it('each call gives another port, although nothing listens at the first one yet', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => findFreePort()));
  expect(new Set(ports).size).toBe(20);
});

it('a port at which another program listens is skipped', async () => {
  const port = await findFreePort();
  await listen(port + 1);
  expect(await findFreePort()).not.toBe(port + 1);
});
