import { openRawConnection, type RawConnection } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mp4 } from '../modules/uploads/testing/files.ts';
import { refusal } from '../testing/refusal.ts';
import { publicUrl, startTestApi } from '../testing/start-test-api.ts';
import { createVideoPath } from '../testing/submissions.ts';

const api = await startTestApi({
  settings: { LOG_LEVEL: 'debug', REQUEST_DEADLINE_SECONDS: '0.5', UPLOAD_DEADLINE_SECONDS: '1.5' },
});
const opened: RawConnection[] = [];
afterAll(async () => {
  for (const connection of opened) connection.close();
  await api.close();
});
const user = await api.user();

const late = refusal('request_timeout', 'The request took too long to arrive');
const isUp = { timeout: 10_000 };

type Sent = { method?: string; path: string; type?: string; framing?: string; start?: string | Buffer };

/** Sends the head of a request, and of its body `start` alone. */
async function begin({ method = 'POST', path, type, framing, start = '' }: Sent): Promise<RawConnection> {
  const connection = await openRawConnection(api.url);
  opened.push(connection);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: x',
    `cookie: ${user.cookieHeader()}`,
    `origin: ${publicUrl}`,
    `content-type: ${type ?? 'application/json'}`,
    framing ?? 'content-length: 100000',
  ];
  await connection.send(`${lines.join('\r\n')}\r\n\r\n`);
  if (start.length > 0) await connection.send(start);
  return connection;
}

const openConnections = () =>
  new Promise<number>((resolve, reject) =>
    api.api.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const formType = 'multipart/form-data; boundary=b';
const fileStart = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n';
const mp4Start = mp4(6_000);

async function presignedPath(): Promise<string> {
  const reply = await user.post('/api/generate-presigned-url', {
    filename: 'a.mp4',
    contentType: 'video/mp4',
  });
  const { pathname, search } = new URL((reply.body as { url: string }).url);
  return pathname + search;
}

describe.concurrent('a body that does not arrive in time', () => {
  it.each<[string, Sent]>([
    ['a submission', { path: createVideoPath, start: '{"prompt":' }],
    ['a sign-out', { path: '/api/auth/logout', start: '{' }],
    ['a webhook of fal', { path: '/api/wan/getResult', start: Buffer.alloc(99_999, 'a') }],
    ['a webhook of the checkout', { path: '/api/checkout/webhook', start: '{' }],
    [
      'a body of undeclared length',
      { path: '/api/wan/getResult', framing: 'transfer-encoding: chunked', start: '5\r\nabcde\r\n' },
    ],
    [
      'an upload by form',
      { path: '/api/upload-video', type: formType, start: Buffer.concat([Buffer.from(fileStart), mp4Start]) },
    ],
    ['an image by form', { path: '/api/upload-image-wan-i2v', type: formType, start: fileStart }],
    ['a form without a part', { path: '/api/upload-video', type: formType, start: '--b' }],
  ])('is answered with 408, and the connection ends: %s', async (_what, sent) => {
    const connection = await begin(sent);
    const reply = await connection.reply();
    expect([reply.status, JSON.parse(reply.body)]).toEqual([408, late]);
    expect(reply.headers.get('connection')).toBe('close');
    await connection.closed;
  });

  it('is answered with 408 for an upload by PUT', async () => {
    const connection = await begin({
      method: 'PUT',
      path: await presignedPath(),
      type: 'video/mp4',
      start: mp4Start,
    });
    expect(JSON.parse((await connection.reply()).body)).toEqual(late);
    await connection.closed;
  });

  it('is answered with 408 also when it keeps dripping', async () => {
    const connection = await begin({ path: '/api/wan/getResult' });
    const drip = setInterval(() => void connection.send('a'), 20);
    onTestFinished(() => clearInterval(drip));
    expect((await connection.reply()).status).toBe(408);
    await connection.closed;
  });

  it('has more time when it is an upload', async () => {
    const content = Buffer.concat([Buffer.from(fileStart), mp4Start]);
    const end = '\r\n--b--\r\n';
    const framing = `content-length: ${content.length + end.length}`;
    const upload = await begin({ path: '/api/upload-video', type: formType, framing, start: content });
    const other = await begin({ path: createVideoPath, start: '{' });
    expect((await other.reply()).status).toBe(408);
    await upload.send(end);
    expect((await upload.reply()).status).toBe(200);
  });
});

describe.concurrent('a reply that needs no body', () => {
  it.each<[string, Sent, number]>([
    ['of an unknown address', { path: '/api/user/none', start: '{' }, 404],
    ['of an unknown address below the pages', { path: '/none', start: '{' }, 404],
    ['of a method that the address does not have', { method: 'PUT', path: '/api/pricing', start: '{' }, 404],
    ['of a malformed address', { path: '/api/%zz', start: '{' }, 404],
    [
      'to a body that is announced as too large',
      { path: createVideoPath, framing: 'content-length: 9000000' },
      413,
    ],
    ['to a body of the wrong type', { path: createVideoPath, type: 'text/plain', start: 'a' }, 415],
    ['to a GET with a body', { method: 'GET', path: '/api/pricing', start: '{' }, 200],
  ])(
    'is sent at once, and the connection ends when the body never comes: %s',
    async (_what, sent, status) => {
      const connection = await begin(sent);
      expect((await connection.reply()).status).toBe(status);
      await connection.closed;
    },
  );

  it('leaves the connection usable when the body comes', async () => {
    const connection = await begin({ path: '/api/user/none', framing: 'content-length: 10', start: '12345' });
    expect((await connection.reply()).status).toBe(404);
    await connection.send('67890GET /api/pricing HTTP/1.1\r\nhost: x\r\n\r\n');
    expect((await connection.reply()).status).toBe(200);
  });
});

describe('a client that goes away', () => {
  const linesWith = (text: string) =>
    api
      .logText()
      .split('\n')
      .filter((line) => line.includes(text));

  it.each<[string, Sent]>([
    ['a submission', { path: createVideoPath, start: '{"prompt":' }],
    ['a webhook', { path: '/api/wan/getResult', start: '{' }],
  ])('in the middle of %s is no failure of the server', async (_what, sent) => {
    const [aborted, arrived] = ['the client went away', 'incoming request'] as const;
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const [abortedBefore, arrivedBefore] = [linesWith(aborted).length, linesWith(arrived).length];
      const connection = await begin(sent);
      await vi.waitUntil(() => linesWith(arrived).length > arrivedBefore, isUp);
      connection.socket[end]();
      await vi.waitUntil(() => linesWith(aborted).length > abortedBefore, isUp);
    }
    expect(linesWith('request failed')).toEqual([]);
  });

  it('right after its request is no failure of the server', async () => {
    const before = await openConnections();
    const leave = async () => {
      const connection = await openRawConnection(api.url);
      connection.socket.write('GET /api/pricing HTTP/1.1\r\nhost: x\r\n\r\n');
      connection.socket.resetAndDestroy();
    };
    await Promise.all(Array.from({ length: 200 }, leave));
    await vi.waitUntil(async () => (await openConnections()) <= before, isUp);
    expect(linesWith('request failed')).toEqual([]);
  });
});
