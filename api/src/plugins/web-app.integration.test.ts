import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createTestFolder, openRawConnection } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { refusal } from '../testing/refusal.ts';
import { startTestApi } from '../testing/start-test-api.ts';

const page = '<!doctype html><title>Atelier</title>';
const empty = '<!doctype html><title>The app</title>';
const script = 'export const shown = true;';
const webDist = await createTestFolder('compressed later');
await mkdir(join(webDist, 'assets'));
await mkdir(join(webDist, 'pages/visitors/en'), { recursive: true });
const known = ['/', '/pricing', '/account', '/creator/video/{-$type}', '/erasure/$token'];
await writeFile(join(webDist, 'pages/routes.json'), JSON.stringify({ known, listed: ['/', '/pricing'] }));
await writeFile(join(webDist, 'index.html'), empty);
for (const name of ['index', 'pricing'])
  await writeFile(join(webDist, `pages/visitors/en/${name}.html`), page);
await writeFile(join(webDist, 'assets/app-1a2b.js'), script);

const api = await startTestApi({ settings: { WEB_DIST: webDist } });
afterAll(() => api.close());

const vary = 'accept, accept-encoding, accept-language, cookie';

/** Asks without the headers that fetch adds; returns the answers to HEAD and GET, but for their times and ids. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const lines = Object.entries({ host: 'atelier.test', connection: 'close', ...headers });
  const send = async (method: string) => {
    const connection = await openRawConnection(api.url);
    onTestFinished(() => connection.close());
    const received: Buffer[] = [];
    connection.socket.on('data', (chunk) => received.push(chunk));
    await connection.send(
      `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
    );
    await connection.closed;
    return splitReply(Buffer.concat(received));
  };
  const [got, head] = [await send('GET'), await send('HEAD')];
  expect(head.text).toBe('');
  expect([head.status, head.headers]).toEqual([got.status, got.headers]);
  return got;
}

function splitReply(reply: Buffer) {
  const end = reply.indexOf('\r\n\r\n');
  const [first = '', ...lines] = reply.subarray(0, end).toString().split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.replace(/^[^:]*: /, '')]),
  );
  for (const name of ['date', 'x-request-id']) headers.delete(name);
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(headers),
    text: reply.subarray(end + 4).toString(),
  };
}

it.each([
  { path: '/', file: 'pages/visitors/en/index.html', content: page },
  { path: '/assets/app-1a2b.js', file: 'assets/app-1a2b.js', content: script },
])(
  'the api sends $path uncompressed until a compressed copy appears, and then the same content from it',
  async (sent) => {
    const get = async () => {
      const headers = { accept: 'text/html', 'accept-encoding': 'br', 'accept-language': 'en' };
      const reply = await api.browser().get(sent.path, headers);
      return { encoding: reply.headers.get('content-encoding'), content: reply.bytes.toString() };
    };
    expect(await get()).toEqual({ encoding: null, content: sent.content });
    await writeFile(join(webDist, `${sent.file}.br`), brotliCompressSync(sent.content));
    expect(await get()).toEqual({ encoding: 'br', content: sent.content });
  },
);

it('a share that no service worker has taken opens its form, which says that the file is lost', async () => {
  const body = new FormData();
  body.set('files', new Blob(['a photo']), 'photo.png');
  const path = '/creator/image-to-video';
  const reply = await fetch(`${api.url}${path}`, { method: 'POST', body, redirect: 'manual' });
  expect([reply.status, reply.headers.get('location')]).toEqual([303, `${path}#shared`]);
  expect((await fetch(`${api.url}/creator/video`, { method: 'POST', body })).status).toBe(404);
});

const takers = [
  undefined,
  '*/*',
  'text/*',
  'text/html',
  'application/xhtml+xml',
  'application/json, */*;q=0.1',
  '',
  ',;q=x',
];
const refusers = ['application/json', 'image/png', 'text/html;q=0', '*/*;q=0'];
const pages = [
  ['/', page],
  ['/pricing', page],
  ['/pricing?kind=text-to-video', page],
  ['/%70ricing', page],
  ['/pricing/', empty],
  ['/account', empty],
  ['/creator/video', empty],
  ['/creator/video/anything', empty],
  ['/creator/video/v1.5', empty],
  ['/erasure/x', empty],
] as const;
const noPages = [
  '/no/such/page',
  '/apis',
  '/pricing/x',
  '/creator',
  '/creator/video/a/b',
  '//pricing',
  '/creator/../pricing',
  '/s',
];

const accepting = (accept: string | undefined): Record<string, string> =>
  accept === undefined ? {} : { accept };

describe.each(pages)('the page %s', (path, content) => {
  it.each(takers)('is the document for Accept %j, by GET and by HEAD', async (accept) => {
    const { status, headers, text } = await ask(path, accepting(accept));
    expect([status, text]).toEqual([200, content]);
    expect(headers).toMatchObject({
      vary,
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(content.length),
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  it.each(refusers)('is refused as not acceptable for Accept %j', async (accept) => {
    const { status, headers, text } = await ask(path, { accept });
    expect([status, JSON.parse(text)]).toEqual([
      406,
      refusal('not_acceptable', 'This page is available as HTML only'),
    ]);
    expect(headers.vary).toBe(vary);
  });

  it('is not sent again while it has not changed, with the same Vary', async () => {
    const { headers } = await ask(path);
    const again = await ask(path, { 'if-none-match': headers.etag ?? '' });
    expect([again.status, again.text, again.headers.vary]).toEqual([304, '', vary]);
  });
});

describe.each(noPages)('the address %s, which is no page,', (path) => {
  it.each([undefined, '*/*', 'text/*', 'text/html,application/xhtml+xml,*/*;q=0.8'])(
    'is the document with 404 for Accept %j',
    async (accept) => {
      const { status, headers, text } = await ask(path, accepting(accept));
      expect([status, text, headers.vary]).toEqual([404, empty, vary]);
    },
  );

  it.each(['application/json', 'image/png', 'text/html;q=0'])('is JSON for Accept %j', async (accept) => {
    const { status, headers, text } = await ask(path, { accept });
    expect([status, JSON.parse(text), headers.vary]).toEqual([404, refusal('not_found', 'Not found'), vary]);
  });

  it('stays 404 and whole whatever the client has or wants of it', async () => {
    const { headers } = await ask(path);
    const conditions: Record<string, string>[] = [
      { 'if-none-match': headers.etag ?? '' },
      { 'if-none-match': '*' },
      { 'if-match': '"x"' },
      { 'if-modified-since': new Date().toUTCString() },
      { range: 'bytes=0-3' },
    ];
    for (const condition of conditions) {
      const { status, text } = await ask(path, condition);
      expect([status, text]).toEqual([404, empty]);
    }
  });
});

describe('a file of the app', () => {
  const file = '/assets/app-1a2b.js';

  it.each(['/', '/pricing', file])(
    'refuses conditions that it does not meet as HTTP does: %s',
    async (path) => {
      const { text } = await ask(path);
      for (const range of [`bytes=${text.length}-`, 'bytes=99999999-', 'bytes=-0']) {
        const { status, headers } = await ask(path, { range });
        expect([status, headers['content-range']]).toEqual([416, `bytes */${text.length}`]);
      }
      const conditions: Record<string, string>[] = [
        { 'if-match': '"x"' },
        { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
      ];
      for (const condition of conditions) {
        const reply = await ask(path, condition);
        expect([reply.status, JSON.parse(reply.text).code]).toEqual([412, 'precondition_failed']);
      }
      // RFC 9110, 14.2: a range that is not understood is ignored.
      const unread = await ask(path, { range: 'pages=1-2' });
      expect([unread.status, unread.text]).toEqual([200, text]);
    },
  );
});

describe('a missing file below a page', () => {
  it.each(['/missing.js', '/assets/app-0000.js', '/icons/none.png'])(
    'is a JSON reply to a script: %s',
    async (path) => {
      const { status, text } = await ask(path, { accept: '*/*' });
      expect([status, JSON.parse(text)]).toEqual([404, refusal('not_found', 'Not found')]);
    },
  );

  it('is a page to a browser that opens it', async () => {
    expect(await ask('/missing.js', { accept: 'text/html,*/*;q=0.8' })).toMatchObject({
      status: 404,
      text: empty,
    });
  });
});

describe('a compressed page', () => {
  it('says by what it varies, also as 304 and beside clients that take none', async () => {
    await writeFile(join(webDist, 'pages/visitors/en/pricing.html.br'), brotliCompressSync(page));
    const packed = await ask('/pricing', { 'accept-encoding': 'br' });
    expect(packed.headers).toMatchObject({ vary, 'content-encoding': 'br' });
    const kept = await ask('/pricing', {
      'accept-encoding': 'br',
      'if-none-match': packed.headers.etag ?? '',
    });
    expect([kept.status, kept.headers.vary]).toEqual([304, vary]);
    const plain = await ask('/pricing', { 'accept-encoding': 'br;q=0' });
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, page]);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
  });
});

describe('an address that cannot be read', () => {
  const start = async (text: string) => {
    const connection = await openRawConnection(api.url);
    onTestFinished(() => connection.close());
    await connection.send(text);
    return connection.reply();
  };
  const tooLong = 'a'.repeat(100_000);

  it('is none of a form that the longest prompt fills in, in any script', async () => {
    const query = new URLSearchParams({ prompt: '港'.repeat(5_000) });
    const { status, text } = await ask(`/pricing?${query}`, { accept: 'text/html' });
    expect([status, text.slice(0, 15)]).toEqual([200, '<!doctype html>']);
  });

  it('is a page to a browser where it is one of the web app, and JSON where it is one of the api', async () => {
    const html = 'accept: text/html,application/xhtml+xml';
    for (const [request, status] of [
      [`GET /${tooLong} HTTP/1.1\r\n`, 431],
      [`GET /pricing?prompt=${tooLong} HTTP/1.1\r\n`, 431],
      [`GET /pricing HTTP/1.1\r\nhost: x\r\n${html}\r\nx-a : a\r\n\r\n`, 400],
    ] as const) {
      const reply = await start(request);
      expect([reply.status, reply.body.slice(0, 15)]).toEqual([status, '<!doctype html>']);
    }
    const json = await start(`GET /api/${tooLong} HTTP/1.1\r\n`);
    expect([json.status, JSON.parse(json.body).code]).toEqual([431, 'headers_too_large']);
  });

  it.each(['/%', '/creator/video/%zz', '/pricing%', '/%c0%af', `/s/${tooLong.slice(0, 3_000)}`])(
    'is a page, whatever its form or length: %#',
    async (path) => {
      const { headers, text } = await ask(path, { accept: 'text/html' });
      expect([headers['content-type'], text.slice(0, 15)]).toEqual([
        'text/html; charset=utf-8',
        '<!doctype html>',
      ]);
    },
  );
});
