import { afterAll, describe, expect, it, vi } from 'vitest';
import { finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi } from '../../testing/start-test-api.ts';

const api = await startTestApi();
afterAll(() => api.close());

const [owner, stranger, visitor] = [await api.user(), await api.user(), api.browser()];
const content = Buffer.from('0123456789');
const video = await finishVideo(api.deps, owner, { content, prompt: 'A paper boat' });
const shared = await finishVideo(api.deps, owner, { is_public: true });
const path = `/media/${video.key}`;

describe('access to a file', () => {
  it('is limited to the owner while the generation is private', async () => {
    const reply = await owner.get(path);
    expect(reply.status).toBe(200);
    expect(reply.bytes).toEqual(content);
    expect((await owner.get(`/media/${video.posterKey}`)).headers.get('content-type')).toBe('image/webp');
    const missing = await owner.get('/media/u/00000000-0000-4000-8000-000000000000/none.mp4');
    for (const reader of [stranger, visitor]) {
      const refused = await reader.get(path);
      expect(refused.status).toBe(404);
      expect({ ...(refused.body as object), trace_id: '' }).toEqual({
        ...(missing.body as object),
        trace_id: '',
      });
    }
  });

  it('is open to everyone while the generation is public', async () => {
    expect((await visitor.get(`/media/${shared.key}`)).status).toBe(200);
    const change = (is_public: boolean) =>
      owner.request(`/api/generations/${shared.id}`, { method: 'PATCH', body: { is_public } });
    await change(false);
    expect((await visitor.get(`/media/${shared.key}`)).status).toBe(404);
    await change(true);
    expect((await stranger.get(`/media/${shared.key}`)).status).toBe(200);
  });

  it('is its owner’s alone while the generation is in the trash, and ends with it', async () => {
    const gone = await finishVideo(api.deps, owner, { is_public: true });
    await owner.request('/api/video-generation/delete', { method: 'DELETE', body: { id: gone.id } });
    expect((await owner.get(`/media/${gone.key}`)).status).toBe(200);
    expect((await visitor.get(`/media/${gone.key}`)).status).toBe(404);
    await api.store.owner.pool.query('update generation set purged_at = now() where id = $1', [gone.id]);
    expect((await owner.get(`/media/${gone.key}`)).status).toBe(404);
  });

  it.each([
    '/media/',
    '/media/../../../etc/passwd',
    '/media/..%2f..%2f..%2fetc%2fpasswd',
    '/media/u/%2e%2e/%2e%2e/secret.mp4',
    `/media/u/${'0'.repeat(36)}/${'0'.repeat(36)}.mp4%00.png`,
    '/media/tmp/x',
  ])('never reaches outside the store: %s', async (outside) => {
    const reply = await owner.get(outside);
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual(refusal('not_found', 'Not found'));
  });

  it('gets 404 when the file itself is missing', async () => {
    const lost = await finishVideo(api.deps, owner);
    await api.deps.store.delete(lost.key);
    expect((await owner.get(`/media/${lost.key}`)).status).toBe(404);
  });
});

describe('a request for a file', () => {
  it.each([
    ['no query for what is no key of a file', '/media/u/x', 0],
    ['one for an unknown file', `/media/${video.key.replace(/[^/]{5}\.mp4$/, '00000.mp4')}`, 1],
    ['one for a public file', `/media/${shared.key}`, 1],
    ['two for a private file, one of them for the session', path, 2],
  ])('costs %s', async (_, address, count) => {
    const query = vi.spyOn(api.deps.db.pool, 'query');
    await owner.get(address);
    // Only look-ups count, because earlier writes may still be cleaned up meanwhile.
    const lookUps = query.mock.calls.map(([statement]) => statement as unknown as { name: string });
    expect(lookUps.filter(({ name }) => name?.startsWith('find-'))).toHaveLength(count);
    query.mockRestore();
  });
});

describe('the headers of a file', () => {
  it('keep browsers from interpreting it as anything else', async () => {
    const { headers } = await owner.get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'content-disposition': 'inline',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=86400',
      'cdn-cache-control': 'no-store',
    });
  });

  it('let shared caches keep a public file only with a question at each use, so that it can be made private again', async () => {
    const { headers } = await visitor.get(`/media/${shared.key}`);
    expect(headers.get('cache-control')).toBe('public, no-cache');
    expect(headers.get('cdn-cache-control')).toBeNull();
  });

  it('never set a cookie on a reply that shared caches may store', async () => {
    const reader = await api.user();
    // A session in its second half is renewed with its cookie.
    await api.store.owner.pool.query(
      "update user_session set expires_at = now() + interval '14 days' where user_id = $1",
      [reader.userId],
    );
    const reply = await reader.get(`/media/${shared.key}`);
    expect([reply.status, reply.headers.get('set-cookie')]).toEqual([200, null]);
    expect(reply.headers.get('cache-control')).toMatch(/^public/);
    const hidden = await reader.get(path);
    expect([hidden.status, hidden.headers.get('set-cookie')]).toEqual([404, expect.stringMatching(/^sid=/)]);
  });

  it('make anything but images, video and audio a download', async () => {
    const page = await finishVideo(api.deps, owner, {
      content: Buffer.from('<script>alert(1)</script>'),
      contentType: 'text/html',
    });
    const { headers } = await owner.get(`/media/${page.key}`);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename=".*\.bin"$/);
  });

  it('let a browser revalidate its copy', async () => {
    const etag = (await owner.get(path)).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await owner.get(path, { 'if-none-match': known });
      expect([known, reply.status, reply.bytes.length]).toEqual([known, 304, 0]);
      expect(reply.headers.get('etag')).toBe(etag);
    }
    expect((await owner.get(path, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await visitor.get(path, { 'if-none-match': etag })).status).toBe(404);
  });

  it('are the same for HEAD', async () => {
    const reply = await owner.request(path, { method: 'HEAD' });
    expect([reply.status, reply.bytes.length]).toEqual([200, 0]);
    expect(reply.headers.get('content-length')).toBe('10');
  });
});

describe('a byte range', () => {
  it.each([
    ['bytes=0-3', '0123', '0-3'],
    ['bytes=4-4', '4', '4-4'],
    ['bytes=7-', '789', '7-9'],
    ['bytes=7-999', '789', '7-9'],
    ['bytes=-2', '89', '8-9'],
    ['bytes=-999', '0123456789', '0-9'],
  ])('is sent for %s', async (range, text, sent) => {
    const reply = await owner.get(path, { range });
    expect(reply.status).toBe(206);
    expect(reply.bytes.toString()).toBe(text);
    expect(reply.headers.get('content-range')).toBe(`bytes ${sent}/10`);
    expect(reply.headers.get('content-length')).toBe(String(text.length));
  });

  it.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('is refused for %s', async (range) => {
    const reply = await owner.get(path, { range });
    expect([reply.status, reply.bytes.length]).toEqual([416, 0]);
    expect(reply.headers.get('content-range')).toBe('bytes */10');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['bytes=0-1,3-4', 'bytes=3-1', 'bytes=-', 'bytes=a-b', 'lines=1-2', ''])(
    'is ignored for "%s"',
    async (range) => {
      const reply = await owner.get(path, { range });
      expect([reply.status, reply.bytes.length]).toEqual([200, 10]);
    },
  );

  it('is ignored when If-Range names another version', async () => {
    const etag = (await owner.get(path)).headers.get('etag') ?? '';
    const getRange = (ifRange: string) => owner.get(path, { range: 'bytes=0-3', 'if-range': ifRange });
    expect((await getRange(etag)).status).toBe(206);
    expect((await getRange('"other"')).status).toBe(200);
  });
});

describe('the name of a download', () => {
  async function readDisposition(prompt: string, download = ''): Promise<string> {
    const named = await finishVideo(api.deps, owner, { prompt });
    const reply = await owner.get(`/media/${named.key}?download=${encodeURIComponent(download)}`);
    expect(reply.status).toBe(200);
    return reply.headers.get('content-disposition') ?? '';
  }

  it('is made from the prompt', async () => {
    expect(await readDisposition('A paper boat')).toBe('attachment; filename="A paper boat.mp4"');
  });

  it('keeps every script, encoded', async () => {
    const header = await readDisposition('雨夜的街道');
    expect(header).toContain(`filename*=UTF-8''${encodeURIComponent('雨夜的街道')}.mp4`);
  });

  it.each([
    'a";\r\nX-Evil: y.png',
    '../../etc/passwd',
    'a\\b"c\u0000d',
    '%0d%0aSet-Cookie: sid=1',
    '\u202egpj.exe',
  ])('cannot inject a header or a path: %j', async (name) => {
    const reply = await owner.get(`${path}?download=${encodeURIComponent(name)}`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-evil')).toBeNull();
    expect(reply.headers.get('set-cookie')).toBeNull();
    const header = reply.headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename=("[^"\\/%]+\.mp4"|[\w.]+\.mp4)/);
  });

  it('is never cut in the middle of a character', async () => {
    const name = `x${'𠀀'.repeat(60)}`;
    const reply = await owner.get(`${path}?download=${encodeURIComponent(name)}`);
    expect(reply.status).toBe(200);
    expect(decodeURIComponent(reply.headers.get('content-disposition') ?? '')).not.toContain('\ufffd');
  });

  it('falls back to the product’s name when no letter is left', async () => {
    expect(await readDisposition('???')).toBe('attachment; filename=atelier.mp4');
  });

  it('is refused when it is too long or given twice', async () => {
    expect((await owner.get(`${path}?download=${'x'.repeat(201)}`)).status).toBe(400);
    expect((await owner.get(`${path}?download=a&download=b`)).status).toBe(400);
  });
});
