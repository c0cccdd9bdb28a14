import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Link, openLink } from './link.ts';

let received = 0;
const server = createServer((_request, response) => {
  received += 1;
  response.end('answer');
});
let link: Link;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  link = await openLink(() => (server.address() as AddressInfo).port);
});
afterEach(() => link.setMode('open'));
afterAll(async () => {
  await link.close();
  server.close();
  server.closeAllConnections();
});

const ask = () => fetch(`http://127.0.0.1:${link.port}`);

it('a link passes on what arrives', async () => {
  expect(await (await ask()).text()).toBe('answer');
});

it('a link holds back what is sent while it is cut, on old connections and new ones', async () => {
  await (await ask()).text();
  link.setMode('cut');
  const before = received;
  let isAnswered = false;
  const answers = [ask(), ask()].map(async (answer) => {
    const text = await (await answer).text();
    isAnswered = true;
    return text;
  });
  // A cut link passes nothing on however long one waits; another server's answer shows that time has passed.
  for (let turn = 0; turn < 20; turn += 1) await (await fetch(`http://127.0.0.1:${port()}`)).text();
  expect([isAnswered, received]).toEqual([false, before + 20]);
  link.setMode('open');
  expect(await Promise.all(answers)).toEqual(['answer', 'answer']);
});

it('a link that refuses breaks connections', async () => {
  link.setMode('refusing');
  await expect(ask()).rejects.toThrow('fetch failed');
});

it('a link that resets delivers the request but not the answer', async () => {
  link.setMode('resetting');
  const before = received;
  await expect(ask()).rejects.toThrow('fetch failed');
  expect(received).toBe(before + 1);
});

it('a link that is unavailable answers 503 itself', async () => {
  link.setMode('unavailable');
  const before = received;
  expect((await ask()).status).toBe(503);
  expect(received).toBe(before);
});

function port(): number {
  return (server.address() as AddressInfo).port;
}
