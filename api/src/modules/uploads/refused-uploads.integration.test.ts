import { Agent, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PresignReply } from '@atelier/contract';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { openRawConnection } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { mp4, png } from './testing/files.ts';
import { form, formType } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const api = await openUploadApi('disk');
afterAll(() => api.close());
const owner = await api.user();
const session = { cookie: owner.cookieHeader(), origin: 'http://atelier.test' };

const videoPath = '/api/upload-video';
const imagePath = '/api/upload-image-wan-i2v';
const megabyte = 1_000_000;
/** Content that no check accepts, however much of it arrives. */
const fake = (bytes: number) => Buffer.alloc(bytes, 'a');
type Refused = { what: string; path: string; code: string; body: (bytes: number) => Buffer };

const wrong = (what: string, path: string, content: (bytes: number) => Buffer): Refused => ({
  what,
  path,
  code: 'unsupported_file',
  body: (bytes) => form({ filename: 'a', content: content(bytes) }),
});

/** Refused long before the end of a body of about `bytes`. */
const refusals: Refused[] = [
  wrong('a fake image', imagePath, fake),
  wrong('a video as an image', imagePath, mp4),
  wrong('a fake video', videoPath, fake),
  wrong('an image as a video', videoPath, (bytes) => Buffer.concat([png(), fake(bytes)])),
  {
    what: 'a second file',
    path: videoPath,
    code: 'too_many_parts',
    body: (bytes) => form({ filename: 'a', content: mp4() }, { filename: 'b', content: fake(bytes) }),
  },
];

type Reply = { status: number; body: string };

/** One connection, as a program or a proxy keeps it open. */
function openClient() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (path: string, options: { method?: string; type?: string; body?: Buffer | undefined } = {}) =>
    new Promise<Reply>((resolve, reject) => {
      const { method = 'POST', type = formType, body } = options;
      const headers = { ...session, ...(body && { 'content-type': type, 'content-length': body.length }) };
      const request = httpRequest(`${api.url}${path}`, { method, headers, agent }, (response) => {
        text(response).then((reply) => resolve({ status: response.statusCode ?? 0, body: reply }), reject);
      });
      request.once('error', reject).end(body);
    });
  return { send, close: () => agent.destroy() };
}

async function presign(): Promise<string> {
  const declared = { filename: 'a.mp4', contentType: 'video/mp4' };
  const { url } = (await owner.post('/api/generate-presigned-url', declared)).body as PresignReply;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

describe('the connection of a refused upload', () => {
  const sizes = [0.15, 0.22, 3, 15];
  for (const [options, cases] of splitCases(
    refusals.flatMap((one) => sizes.map((size) => ({ ...one, size }))),
    4,
    'each-rule',
  ))
    it.each(cases)(
      'answers what comes next: $what of $size MB, sent to $path',
      options,
      async ({ path, code, body, size }) => {
        const client = openClient();
        const refused = await client.send(path, { body: body(size * megabyte) });
        expect(JSON.parse(refused.body)).toMatchObject({ success: false, code });
        expect((await client.send('/api/user/info', { method: 'GET' })).status).toBe(200);
        const good = await client.send(videoPath, { body: form({ filename: 'a.mp4', content: mp4() }) });
        expect(good.status).toBe(200);
        client.close();
      },
    );

  for (const [options, cases] of splitCases(
    [
      ['of the wrong type', 403, async () => ({ path: await presign(), type: 'text/html', size: 15 })],
      ['that is too large', 413, async () => ({ path: await presign(), type: 'video/mp4', size: 60 })],
      ['without a signature', 403, async () => ({ path: '/api/uploads/put/x', type: 'video/mp4', size: 15 })],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)('answers what comes next: a PUT %s', options, async (_what, status, describeUpload) => {
      const client = openClient();
      const { path, type, size } = await describeUpload();
      expect((await client.send(path, { method: 'PUT', type, body: fake(size * megabyte) })).status).toBe(
        status,
      );
      const next = await client.send(await presign(), { method: 'PUT', type: 'video/mp4', body: mp4() });
      expect(next.status).toBe(200);
      client.close();
    });

  const head = (method: string, path: string, type: string, size: string) =>
    [
      `${method} ${path} HTTP/1.1`,
      'host: x',
      `cookie: ${session.cookie}`,
      `origin: ${session.origin}`,
      `content-type: ${type}`,
      `${size}\r\n\r\n`,
    ].join('\r\n');
  const info = `GET /api/user/info HTTP/1.1\r\nhost: x\r\ncookie: ${session.cookie}\r\n\r\n`;

  it('carries the refusal before the rest of 100 MB, and then the reply to a pipelined request', {
    tags: 'load',
  }, async () => {
    const body = form({ filename: 'a.png', content: fake(100 * megabyte) });
    const connection = await openRawConnection(api.url);
    await connection.send(head('POST', imagePath, formType, `content-length: ${body.length}`));
    await connection.send(body.subarray(0, 220_000));
    const refused = await connection.reply();
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([415, { code: 'unsupported_file' }]);
    await connection.send(body.subarray(220_000));
    await connection.send(info);
    expect((await connection.reply()).status).toBe(200);
    connection.close();
  });

  it('ends after the refusal when far too much is announced', async () => {
    const connection = await openRawConnection(api.url);
    await connection.send(head('PUT', await presign(), 'video/mp4', `content-length: ${1_000 * megabyte}`));
    const refused = await connection.reply();
    expect([refused.status, refused.headers.get('connection')]).toEqual([413, 'close']);
    await connection.send(fake(megabyte));
    connection.socket.end();
    await connection.closed;
  });

  it('ends when a refused client sends without end', async () => {
    const connection = await openRawConnection(api.url);
    await connection.send(head('POST', imagePath, formType, 'transfer-encoding: chunked'));
    const chunk = Buffer.concat([Buffer.from('F4240\r\n'), fake(megabyte), Buffer.from('\r\n')]);
    const start = form({ filename: 'a.png', content: fake(100_000) });
    await connection.send(`${start.length.toString(16)}\r\n${start.toString()}\r\n`);
    expect((await connection.reply()).status).toBe(415);
    let isOpen = true;
    void connection.closed.then(() => {
      isOpen = false;
    });
    let sentMegabytes = 0;
    for (; isOpen && sentMegabytes < 1_000; sentMegabytes += 1) await connection.send(chunk);
    expect(sentMegabytes).toBeLessThan(1_000);
  });
});
