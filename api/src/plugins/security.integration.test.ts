import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { refusal } from '../testing/refusal.ts';
import { startTestApi } from '../testing/start-test-api.ts';
import { createVideoPath, textToVideo } from '../testing/submissions.ts';
import { openTestStore } from '../testing/test-store.ts';

const webPackage = join(import.meta.dirname, '../../../web/package.json');
const webDist = await createTestFolder('web');
await mkdir(join(webDist, 'assets'));
await writeFile(join(webDist, 'index.html'), '<!doctype html><title>Atelier</title>');
for (const audience of ['visitors', 'users']) {
  for (const [tag, title] of [
    ['en', 'Text to video'],
    ['zh-CN', '文字生成视频'],
  ] as const) {
    const folder = join(webDist, 'pages', audience, tag);
    await mkdir(join(folder, 'creator/video'), { recursive: true });
    await writeFile(join(folder, 'index.html'), `<!doctype html><title>Atelier ${tag}</title>`);
    const html = `<!doctype html><title>${title} · Atelier</title>For ${audience}`;
    await writeFile(join(folder, 'creator/video/text-to-video.html'), html);
  }
}
const known = ['/', '/account', '/status', '/creator/video/{-$type}'];
await writeFile(join(webDist, 'pages', 'routes.json'), JSON.stringify({ known, listed: ['/'] }));
await writeFile(join(webDist, 'favicon.svg'), '<svg/>');
await writeFile(join(webDist, 'assets', 'app-1a2b.js'), 'export {}');
await writeFile(join(webDist, 'assets', 'app-1a2b.js.br'), brotliCompressSync('export {}'));
for (const name of ['app-1a2b.css', 'wall-1a2b.webp', 'wall-1a2b.mp4', 'drawing-1a2b.svg'])
  await writeFile(join(webDist, 'assets', name), '');
await writeFile(join(webDist, 'assets', 'credentials-worker-1a2b.js'), 'export {}');
await writeFile(join(webDist, 'assets', 'credentials-worker-1a2b.js.br'), brotliCompressSync('export {}'));
await writeFile(join(webDist, '..', 'secret.txt'), 'secret');

const store = await openTestStore();
const api = await startTestApi({ store, settings: { WEB_DIST: webDist, LOG_LEVEL: 'trace' } });
afterAll(async () => {
  await api.close();
  await store.close();
});

const visitor = api.browser();
const notFound = refusal('not_found', 'Not found');
const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the headers of every reply', () => {
  it.each(['/', '/healthz', '/api/user/info', '/api/nothing', '/favicon.svg'])('protect %s', async (path) => {
    const { headers } = await visitor.get(path, page);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'self';script-src 'self';.*object-src 'none';.*frame-ancestors 'none'/,
      ),
      'permissions-policy': expect.stringMatching(/camera=\(\).*geolocation=\(\).*microphone=\(\)/),
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('of a script, style, picture or video of a page are those that such a file can use', async () => {
    for (const name of ['app-1a2b.js', 'app-1a2b.css', 'wall-1a2b.webp', 'wall-1a2b.mp4']) {
      const { headers, status } = await visitor.get(`/assets/${name}`);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      for (const forDocuments of ['content-security-policy', 'permissions-policy', 'x-frame-options']) {
        expect(headers.get(forDocuments), `${name} ${forDocuments}`).toBeNull();
      }
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    const drawing = await visitor.get('/assets/drawing-1a2b.svg');
    expect(drawing.headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  it('let only the worker that reads credentials run WebAssembly', async () => {
    for (const encoding of ['identity', 'br']) {
      const { headers } = await visitor.get('/assets/credentials-worker-1a2b.js', {
        'accept-encoding': encoding,
      });
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      );
    }
    for (const path of ['/', '/verify'])
      expect((await visitor.get(path, page)).headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it('allow no inline style but the one that the toasts add', async () => {
    const source = await readFile(createRequire(webPackage).resolve('sonner'), 'utf8');
    const [, literal = ''] = /insertCSS\((".*")\);/.exec(source) ?? [];
    const computeHash = (style: string) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
    const policy = (await visitor.get('/', page)).headers.get('content-security-policy');
    expect(policy).toContain(`style-src 'self' ${computeHash('')} ${computeHash(JSON.parse(literal))};`);
  });

  it('keep browsers on https', async () => {
    const secure = await startTestApi({ store, settings: { PUBLIC_URL: 'https://atelier.test' } });
    const { headers } = await secure.browser().get('/healthz');
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    await secure.close();
  });

  it('allow the script and the styles that the build put into the documents, and no other', async () => {
    const built = await createTestFolder('inline');
    await mkdir(join(built, 'pages'));
    await writeFile(join(built, 'index.html'), '<!doctype html><title>Atelier</title>');
    const hashes = { scripts: ['sha256-aaaa'], styles: ['sha256-bbbb', 'sha256-cccc'] };
    await writeFile(join(built, 'pages', 'inline.json'), JSON.stringify(hashes));
    const inlined = await startTestApi({ store, settings: { WEB_DIST: built } });
    const { headers } = await inlined.browser().get('/', page);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(
      ";script-src 'self' 'sha256-aaaa';style-src 'self' 'sha256-bbbb' 'sha256-cccc' ",
    );
    expect(policy).not.toContain('unsafe');
    expect((await inlined.browser().get('/pages/inline.json')).status).toBe(404);
    await inlined.close();
  });

  it('allow uploads to the bucket’s public endpoint', async () => {
    const bucket = {
      S3_ENDPOINT: 'http://minio:9000',
      S3_PUBLIC_ENDPOINT: 'https://files.example',
      S3_BUCKET: 'files',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const elsewhere = await startTestApi({ store, settings: bucket });
    const { headers } = await elsewhere.browser().get('/healthz');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self' https://files.example;");
    await elsewhere.close();
  });

  it('never use a request id from the client', async () => {
    const reply = await visitor.get('/api/nothing', { 'x-request-id': 'mine', 'request-id': 'mine' });
    const { trace_id } = reply.body as { trace_id: string };
    expect(trace_id).toBe(reply.headers.get('x-request-id'));
    expect(trace_id).not.toBe('mine');
  });

  it('forbid caching of personal replies', async () => {
    const user = await api.user();
    for (const path of ['/api/user/info', '/api/generations', '/api/video-generation/history'])
      expect([path, (await user.get(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  });
});

describe('the web app', () => {
  it.each(['/', '/creator/video/text-to-video', '/account?x=1', '/status'])(
    'is served at %s',
    async (path) => {
      const reply = await visitor.get(path, page);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(reply.headers.get('cache-control')).toBe('no-cache');
      expect(reply.body).toContain('Atelier');
    },
  );

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', '', '文字生成视频 · Atelier'],
    ['fr, zh-TW;q=0.5', '', '文字生成视频 · Atelier'],
    ['zh-CN', 'language=en', 'Text to video · Atelier'],
    ['fr', 'language=xx', 'Text to video · Atelier'],
    ['', 'language=../..', 'Text to video · Atelier'],
  ])('is prerendered in the language of %j and the cookie %j', async (accepted, cookie, title) => {
    const headers = { ...page, 'accept-language': accepted, cookie };
    const reply = await visitor.get('/creator/video/text-to-video?prompt=x', headers);
    expect(reply.body).toContain(`<title>${title}</title>`);
    expect(reply.headers.get('vary')).toBe('accept, accept-encoding, accept-language, cookie');
  });

  it('is prerendered for visitors, and otherwise for users, by the cookie that every sign-in sets', async () => {
    const open = async (cookie: string) =>
      (await visitor.get('/creator/video/text-to-video', { ...page, cookie })).body;
    expect(await open('theme=dark')).toContain('For visitors');
    expect(await open('signed-in=')).toContain('For visitors');
    expect(await open('signed-in=5f0c2b1e')).toContain('For users');
  });

  it('has an empty document for pages that are not prerendered, and none at the addresses of prerendered files', async () => {
    for (const path of [
      '/account',
      '/creator/video',
      '/creator/video/text-to-video/',
      '/pages/users/en/index',
    ])
      expect([path, (await visitor.get(path, page)).body]).toEqual([
        path,
        '<!doctype html><title>Atelier</title>',
      ]);
    expect((await visitor.get('/pages/users/en/index.html')).status).toBe(404);
  });

  it.each([
    ['/api/nothing', page],
    ['/api', page],
    ['/media', page],
    ['/ops/nothing', page],
    ['/missing.js', { accept: '*/*' }],
    ['/assets/missing.js', { accept: '*/*' }],
  ])('is not served at %s', async (path, headers) => {
    const reply = await visitor.get(path, headers);
    expect([reply.status, reply.body]).toEqual([404, notFound]);
  });

  it('serves hashed files precompressed and cacheable forever', async () => {
    const reply = await visitor.get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-encoding')).toBe('br');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await visitor.get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each(['/../secret.txt', '/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e/secret.txt'])(
    'serves nothing outside its folder: %s',
    async (path) => {
      const reply = await visitor.get(path);
      expect(reply.bytes.toString()).not.toContain('secret');
      expect(reply.status).toBeGreaterThanOrEqual(400);
    },
  );

  it.each(['/%', '/%c0%af', '/creator/%zz', `/${'x'.repeat(5_000)}`])(
    'gets the document with 404 for the malformed page %s',
    async (path) => {
      const reply = await visitor.get(path, page);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    },
  );

  it.each(['/api/%zz', '/api/generations/%', `/api/generations/${'x'.repeat(500)}`])(
    'gets 404 for the malformed path %s',
    async (path) => {
      const reply = await visitor.get(path, page);
      expect([reply.status, reply.body]).toEqual([404, notFound]);
    },
  );

  it('is served for GET only', async () => {
    const reply = await visitor.post('/creator', {}, { headers: page });
    expect([reply.status, reply.body]).toEqual([404, notFound]);
  });
});

describe('an internal error', () => {
  it('is masked in the reply and logged without secrets', async () => {
    const user = await api.user();
    const secretPrompt = `${'x'.repeat(250)} the secret end of a long prompt`;
    await store.owner.pool.query(
      `alter table generation add constraint never check (prompt not like 'xxx%') not valid`,
    );
    const reply = await user.post(
      `${createVideoPath}?token=planted-token&code=planted-code`,
      { ...textToVideo, prompt: secretPrompt },
      { headers: { authorization: 'Bearer planted-bearer' } },
    );
    await store.owner.pool.query('alter table generation drop constraint never');

    expect([reply.status, reply.body]).toEqual([
      500,
      refusal('internal_error', 'Something went wrong on our side'),
    ]);
    expect(reply.bytes.toString()).not.toMatch(/insert|select|constraint|\.ts|stack|at /i);

    const { trace_id } = reply.body as { trace_id: string };
    const lines = api
      .logText()
      .split('\n')
      .filter((line) => line.includes(trace_id));
    expect(
      lines.some((line) => line.includes('"level":50') && line.includes('violates check constraint')),
    ).toBe(true);
    const log = api.logText();
    const secrets = [
      'planted-token',
      'planted-code',
      'planted-bearer',
      'the secret end',
      user.cookies.get('sid') ?? 'no cookie',
    ];
    for (const secret of secrets) expect([secret, log.includes(secret)]).toEqual([secret, false]);
    await store.expectWholeLedger();
  });

  it('leaves no secret of a webhook or sign-in in the log', async () => {
    await visitor.post('/api/wan/getResult?g=1&a=1&t=planted-webhook', {}, { origin: null });
    await visitor.get('/api/auth/callback?code=planted-signin&state=planted-state');
    await visitor.get('/api/auth/login');
    const log = api.logText();
    expect(log).toContain('/api/wan/getResult');
    for (const secret of ['planted-webhook', 'planted-signin', 'planted-state'])
      expect([secret, log.includes(secret)]).toEqual([secret, false]);
  });
});
