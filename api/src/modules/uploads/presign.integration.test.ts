import { randomBytes } from 'node:crypto';
import type { PresignReply } from '@atelier/contract';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import type { TestUser } from '../../testing/start-test-api.ts';
import { gif, html, mov, mp4, png } from './testing/files.ts';
import { sendChunks } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const path = '/api/generate-presigned-url';
const video = { filename: 'a.mp4', contentType: 'video/mp4' };
const image = { filename: 'a.png', contentType: 'image/png' };

afterEach(() => vi.useRealTimers());

describe.each(storeDrivers)('an upload by PUT, stored on %s', async (driver) => {
  const api = await openUploadApi(driver);
  afterAll(() => api.close());
  const [owner, stranger] = [await api.user(), await api.user()];

  async function presign(body: object, user: TestUser = owner): Promise<PresignReply> {
    const reply = await user.post(path, body);
    expect(reply.status).toBe(200);
    return reply.body as PresignReply;
  }
  const put = async ({ url }: PresignReply, content: Buffer, type: string) =>
    (await fetch(api.reach(url), { method: 'PUT', body: content, headers: { 'content-type': type } })).status;
  const confirm = (key: string, user: TestUser = owner) => user.post('/api/uploads/confirm', { key });
  const states = async (key: string) => {
    const query = 'select state from upload where storage_key = $1';
    return (await api.store.owner.pool.query(query, [key])).rows.map(({ state }) => state);
  };

  it('is usable by its owner only, once it was checked', async () => {
    const content = mp4();
    const given = await presign({ ...video, filename: '../../x.mp4' });
    expect(given).toEqual({
      success: true,
      url: expect.any(String),
      key: expect.stringMatching(new RegExp(`^u/${owner.userId}/[0-9a-f-]{36}\\.mp4$`)),
      public_url: `http://atelier.test/media/${given.key}`,
      expires_seconds: 300,
    });
    expect(await put(given, content, 'video/mp4')).toBe(200);
    const address = `/media/${given.key}`;
    for (const other of [stranger, api.browser()]) expect((await other.get(address)).status).toBe(404);
    expect(await states(given.key)).toEqual(['open']);
    expect((await confirm(given.key, stranger)).status).toBe(404);
    const confirmed = await confirm(given.key);
    const url = given.public_url;
    expect(confirmed.body).toEqual({ success: true, url, content_type: 'video/mp4', bytes: content.length });
    expect((await confirm(given.key)).body).toEqual(confirmed.body);
    expect((await owner.get(address)).bytes).toEqual(content);
    expect((await stranger.get(address)).status).toBe(404);
  });

  it('can be read by its owner right after the PUT, which checks it', async () => {
    const given = await presign(image);
    const address = `/media/${given.key}`;
    expect((await owner.get(address)).body).toMatchObject({ code: 'file_not_found' });
    await put(given, png({ trailer: '<script>' }), 'image/png');
    const [served, again] = await Promise.all([owner.get(address), owner.get(address)]);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(served.bytes.includes('script')).toBe(false);
    expect(again.bytes).toEqual(served.bytes);
    expect(await states(given.key)).toEqual(['stored']);
    expect((await stranger.get(address)).status).toBe(404);
  });

  it('is never served when its bytes are of another kind than declared', async () => {
    const given = await presign(image);
    await put(given, html(), 'image/png');
    const address = `/media/${given.key}`;
    const reply = await owner.get(address);
    expect([reply.status, reply.body]).toMatchObject([415, { code: 'unsupported_file' }]);
    expect(await states(given.key)).toEqual(['refused']);
    expect((await owner.get(address)).status).toBe(404);
  });

  it('strips an image of everything but its pixels', async () => {
    const given = await presign(image);
    await put(given, png({ trailer: '<script>alert(1)</script>' }), 'image/png');
    expect((await confirm(given.key)).status).toBe(200);
    const served = await owner.get(`/media/${given.key}`);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.bytes.includes('script')).toBe(false);
    expect((await api.files()).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('gets the type that its bytes show, within the declared kind of file', async () => {
    const [film, picture] = [
      await presign(video),
      await presign({ ...image, contentType: 'image/webp', filename: 'a' }),
    ];
    await put(film, mov(), 'video/mp4');
    expect((await confirm(film.key)).body).toMatchObject({ content_type: 'video/quicktime' });
    await put(picture, png(), 'image/webp');
    expect((await confirm(picture.key)).body).toMatchObject({ content_type: 'image/webp' });
    const served = await owner.get(`/media/${picture.key}`);
    expect(served.bytes.toString('latin1', 8, 12)).toBe('WEBP');
  });

  it('is limited to one key, one type and, when declared, one length', async () => {
    const given = await presign({ ...video, size: 6_000 });
    const other = await presign(video);
    const toId = (key: string) => key.slice(-40, -4);
    const elsewhere = { ...given, url: given.url.replace(toId(given.key), toId(other.key)) };
    expect(await put(elsewhere, mp4(), 'video/mp4')).toBe(403);
    expect(await put(given, mp4(), 'text/html')).toBe(403);
    expect(await put(given, mp4(6_001), 'video/mp4')).toBe(403);
    expect((await confirm(given.key)).body).toEqual(refusal('file_not_found', 'The file was not found'));
    expect(await put(given, mp4(6_000), 'video/mp4')).toBe(200);
    expect((await confirm(given.key)).status).toBe(200);
  });

  it('is refused after 301 seconds', async () => {
    const given = await presign(video);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    expect(await put(given, mp4(), 'video/mp4')).toBe(403);
  });

  it.each([
    ['an HTML page', video, html(), 'unsupported_file', 415],
    ['an image declared as a video', video, png(), 'unsupported_file', 415],
    ['a video declared as an image', image, mp4(), 'unsupported_file', 415],
    ['a GIF declared as an image', image, gif(), 'unsupported_file', 415],
    ['half an image', image, png({ width: 300, height: 300 }).subarray(0, 60), 'unsupported_file', 415],
    ['half a video', video, mp4().subarray(0, 1_500), 'unsupported_file', 415],
    [
      'an MP4 head and noise',
      video,
      Buffer.concat([mp4().subarray(0, 32), randomBytes(60_000)]),
      'unsupported_file',
      415,
    ],
    ['an empty file', video, Buffer.alloc(0), 'unsupported_file', 415],
    ['an image that is too wide', image, png({ width: 8_193 }), 'size_limit', 413],
  ])('is refused by the check and deleted: %s', async (_what, declared, content, code, status) => {
    const before = await api.files();
    const given = await presign(declared);
    expect(await put(given, content, declared.contentType)).toBe(200);
    const reply = await confirm(given.key);
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })]);
    expect(await api.files()).toEqual(before);
    expect(await states(given.key)).toEqual(['refused']);
    expect((await confirm(given.key)).status).toBe(404);
  });

  it('is refused at 60 MB', async () => {
    const before = await api.files();
    const given = await presign(video);
    // A bucket cannot refuse an undeclared length; our own route can.
    expect(await put(given, mp4(60_000_000), 'video/mp4')).toBe(driver === 's3' ? 200 : 413);
    expect((await confirm(given.key)).status).toBe(driver === 's3' ? 413 : 404);
    expect(await api.files()).toEqual(before);
  });

  it('cannot be changed after the check', async () => {
    const given = await presign(video);
    await put(given, mp4(6_000), 'video/mp4');
    await confirm(given.key);
    await put(given, mp4(7_000), 'video/mp4');
    expect((await confirm(given.key)).body).toMatchObject({ bytes: 6_000 });
    expect((await owner.get(`/media/${given.key}`)).bytes.length).toBe(6_000);
  });

  it('can be checked several times concurrently', async () => {
    const given = await presign(image);
    await put(given, png(), 'image/png');
    const replies = await Promise.all(Array.from({ length: 5 }, () => confirm(given.key)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it.each([
    [{ ...video, contentType: 'text/html' }, 'contentType', 'text/html is not accepted'],
    [
      { ...image, contentType: 'image/svg+xml', filename: 'a.svg' },
      'contentType',
      'image/svg+xml is not accepted',
    ],
    [{ ...video, contentType: 'constructor' }, 'contentType', 'constructor is not accepted'],
    [{ ...video, filename: 'a.html' }, 'filename', 'a.html does not end like a file of type video/mp4'],
  ])('gets no URL for %j, with the reason', async (body, field, reason) => {
    const reply = await owner.post(path, body);
    expect([reply.status, reply.body]).toMatchObject([
      415,
      {
        code: 'unsupported_file',
        message: expect.stringContaining(reason),
        accepted: expect.arrayContaining(['image/png', 'video/mp4']),
        issues: [{ path: field }],
      },
    ]);
  });

  it.each([
    { ...video, contentType: undefined },
    { ...video, contentType: 5 },
    { ...video, filename: '' },
    { ...video, filename: ' ' },
    { ...video, filename: 'x'.repeat(300) },
    { ...video, filename: undefined },
    { ...video, size: 0 },
    { ...video, size: 1.5 },
    { ...video, size: '1000' },
  ])('gets no URL for %j', async (body) => {
    const reply = await owner.post(path, body);
    const sentence = 'Failed to get upload URL.';
    expect([reply.status, reply.body]).toEqual([400, refusal('upload_no_url', sentence)]);
  });

  it('gets no URL when the file is too large', async () => {
    const reply = await owner.post(path, { ...video, size: 52_428_801 });
    expect([reply.status, reply.body]).toEqual([413, expect.objectContaining({ code: 'size_limit' })]);
    expect((await owner.post(path, { ...video, size: 52_428_800 })).status).toBe(200);
    expect((await owner.post(path, { ...image, size: 20 * 1024 * 1024 + 1 })).status).toBe(413);
  });

  it('needs a session', async () => {
    expect((await api.browser().post(path, video)).status).toBe(401);
    expect((await api.browser().post('/api/uploads/confirm', { key: 'x' })).status).toBe(401);
  });

  it.each(['', 'x', '../../etc/passwd', 'u/x/y.mp4'])('is not found for the key %j', async (key) => {
    expect((await confirm(key)).status).toBe(404);
  });
});

describe('the PUT route of the disk driver', async () => {
  const api = await openUploadApi('disk');
  afterAll(() => api.close());
  const owner = await api.user();
  const given = async () => (await owner.post(path, video)).body as PresignReply;

  it('refuses a body of undeclared length that is one byte too large, and keeps nothing', async () => {
    const before = await api.files();
    const { status } = await sendChunks({
      url: api.reach((await given()).url),
      method: 'PUT',
      headers: { 'content-type': 'video/mp4' },
      chunks: [mp4(30_000_000), Buffer.alloc(22_428_801)],
    });
    expect(status).toBe(413);
    expect(await api.files()).toEqual(before);
  });

  it('keeps nothing when the connection is cut', async () => {
    const before = await api.files();
    await sendChunks({
      url: api.reach((await given()).url),
      method: 'PUT',
      headers: { 'content-type': 'video/mp4' },
      chunks: [mp4(3_000_000)],
      cutAfter: () =>
        vi.waitFor(async () => expect(await api.files()).not.toEqual(before), { timeout: 20_000 }),
    });
    await vi.waitFor(async () => expect(await api.files()).toEqual(before), { timeout: 20_000 });
  });

  it('refuses URLs without a valid signature', async () => {
    const url = new URL(api.reach((await given()).url));
    const put = async (address: URL | string) =>
      (await fetch(address, { method: 'PUT', body: mp4(), headers: { 'content-type': 'video/mp4' } })).status;
    expect(await put(`${api.url}/api/uploads/put/x`)).toBe(403);
    expect(await put(`${url.origin}${url.pathname}`)).toBe(403);
    expect(await put(`${url.href}x`)).toBe(403);
    expect(await put(url)).toBe(200);
  });
});

it('a user gets at most sixty URLs per minute', async () => {
  const api = await openUploadApi('disk', { LIMIT_PRESIGN_PER_MINUTE: '60' });
  try {
    const user = await api.user();
    const replies = await Promise.all(Array.from({ length: 61 }, () => user.post(path, video)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
  } finally {
    await api.close();
  }
});
