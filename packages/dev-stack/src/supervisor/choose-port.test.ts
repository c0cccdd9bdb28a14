import { once } from 'node:events';
import { createServer } from 'node:net';
import { isPortFree } from '@atelier/local-postgres';
import { expect, it, onTestFinished } from 'vitest';
import { chooseInnerPort, chooseWebPort } from './choose-port.ts';

async function occupy(port = 0): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('the stack refuses a given port that is in use and names its address', async () => {
  const port = await occupy();
  await expect(chooseWebPort(String(port), '127.0.0.1')).rejects.toThrow(`listens on 127.0.0.1:${port}`);
});

it('the stack refuses a PORT that is not a port', async () => {
  await expect(chooseWebPort('web', '127.0.0.1')).rejects.toThrow('PORT is "web", which is not a port');
});

it('the stack uses the next free port when 3000 is in use and no port was given', async () => {
  if (await isPortFree(3000)) await occupy(3000);
  const chosen = await chooseWebPort(undefined, '127.0.0.1');
  expect(chosen.instead).toBe(3000);
  expect(chosen.port).toBeGreaterThan(3000);
});

it('the stack reuses the port of the last start if it is free', async () => {
  const free = await chooseInnerPort(undefined);
  expect(await chooseInnerPort(free)).toBe(free);
  expect(await chooseInnerPort(await occupy())).not.toBe(free);
});
