import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTestApi } from '../testing/start-test-api.ts';
import { openTestStore } from '../testing/test-store.ts';
import { createStop } from './drain.ts';

const store = await openTestStore();
afterAll(() => store.close());

it('a draining api serves requests, but reports not ready and closes connections', async () => {
  const api = await startTestApi({ store });
  onTestFinished(() => api.close());
  const before = await fetch(`${api.url}/readyz`);
  expect([before.status, before.headers.get('connection')]).toEqual([200, 'keep-alive']);
  api.deps.drain.hasBegun = true;
  const ready = await fetch(`${api.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'stopping' }]);
  const answer = await fetch(`${api.url}/api/pricing`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
});

it('a closing api finishes requests in flight after it stopped accepting connections', async () => {
  const api = await startTestApi({ store });
  const stop = createStop(api, { drain: api.deps.drain, drainMs: 0 });
  const { port } = new URL(api.url);
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  const half = request({ port, method: 'POST', path: '/api/auth/logout', headers });
  const answered = once(half, 'response') as Promise<[IncomingMessage]>;
  half.write('{');
  // Waits until the API has read the headers: the request is in flight then.
  await once(api.api.server, 'request');
  const stopped = stop();
  await vi.waitFor(() => expect(fetch(`${api.url}/healthz`)).rejects.toThrow(), { timeout: 10_000 });
  half.end('}');
  const [answer] = await answered;
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.headers.connection).toBe('close');
  await text(answer);
  await stopped;
  await api.deps.close();
});
