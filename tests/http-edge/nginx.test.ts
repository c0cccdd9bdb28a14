// The delivered proxy takes what the api takes, and refuses in the product's words.
import { openRawConnection, type RawReply } from '@atelier/dev-stack/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProcesses, type Processes } from '../many-processes/testing/open-processes.ts';
import { request } from './testing/raw-requests.ts';
import { type Nginx, startNginx } from './testing/start-nginx.ts';

/** Named by vitest.config.ts, which leaves this file out where nginx is not installed. */
const program = process.env.TEST_NGINX ?? '';
let processes: Processes;
let nginx: Nginx;
beforeAll(async () => {
  processes = await openProcesses({ redisUrl: undefined });
  await processes.start('api-1');
  nginx = await startNginx(program, processes.formatUrl('api-1'));
}, 120_000);
afterAll(async () => {
  await nginx?.stop();
  await processes?.close();
}, 60_000);

async function send(url: string, bytes: string): Promise<RawReply> {
  const connection = await openRawConnection(url);
  try {
    await connection.send(bytes);
    return await connection.reply();
  } finally {
    connection.close();
  }
}

const page = (path: string, ...headers: string[]) =>
  request(`GET ${path} HTTP/1.1`, 'host: x', 'accept: text/html', ...headers);

it.each([
  [
    'an address with a prompt of 1,600 Chinese characters',
    page(`/healthz?prompt=${'%E7%8C%AB'.repeat(1_600)}`),
  ],
  ['an address of 40,000 bytes', page(`/healthz?prompt=${'a'.repeat(40_000)}`)],
  ['a header of 15,000 bytes', page('/healthz', `x-long: ${'a'.repeat(15_000)}`)],
  ['a probe that names no host', request('GET /healthz HTTP/1.0')],
])('%s passes as it does without the proxy', async (_what, bytes) => {
  const direct = await send(processes.formatUrl('api-1'), bytes);
  const proxied = await send(nginx.url, bytes);
  expect([direct.status, proxied.status]).toEqual([200, 200]);
});

it.each([
  ['an address that is too long', page(`/creator/image?prompt=${'a'.repeat(60_000)}`), 414],
  ['headers that are too long', page('/', `x-long: ${'a'.repeat(60_000)}`), 431],
])('%s is refused with a page that says what to do, in both languages', async (_what, bytes, status) => {
  const reply = await send(nginx.url, bytes);
  expect(reply.status).toBe(status);
  expect(reply.headers.get('content-type')).toContain('text/html');
  expect(reply.body).toContain('lang=zh-CN');
  expect(reply.body).not.toContain('nginx');
});

it('an upload above the outer limit is refused with the code that the form shows', async () => {
  const head = request(
    'POST /api/upload-video HTTP/1.1',
    'host: x',
    'content-type: multipart/form-data; boundary=a',
    `content-length: ${70 * 1_048_576}`,
  );
  const reply = await send(nginx.url, head);
  expect(reply.status).toBe(413);
  expect(JSON.parse(reply.body)).toMatchObject({
    success: false,
    code: 'size_limit',
    max_bytes: 52_428_800,
    trace_id: expect.stringMatching(/^\w{32}$/),
  });
});
