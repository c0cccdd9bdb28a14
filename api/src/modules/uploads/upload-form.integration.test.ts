import { randomBytes } from 'node:crypto';
import { splitCases, storeDrivers } from '@atelier/dev-stack/test-sets';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/refusal.ts';
import { avif, gif, heic, html, m4v, mov, mp4, png, svg, webm, xavc } from './testing/files.ts';
import { boundary, form, formType, sendChunks, upload } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const videoPath = '/api/upload-video';
const imagePath = '/api/upload-image-wan-i2v';
const limitBytes = 52_428_800;
const videoTypes = ['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm', 'image/gif'];
const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
const badVideo = refusal(
  'unsupported_file',
  'Please select a valid video file (MP4, MOV, WebM, M4V or GIF)',
  {
    accepted: videoTypes,
  },
);
const badImage = refusal('unsupported_file', 'Please select a valid image file (JPEG, PNG or WebP)', {
  accepted: imageTypes,
});
const unreadable = (accept: 'video' | 'image') =>
  refusal('unsupported_file', expect.stringMatching(`^This ${accept} cannot be read`), {
    accepted: accept === 'video' ? videoTypes : imageTypes,
    reason: 'unreadable',
  });
const damaged: [string, Buffer][] = [
  [
    'an MP4 head and text',
    Buffer.concat([mp4().subarray(0, 32), Buffer.from('and nothing more than this text')]),
  ],
  ['half a video', mp4().subarray(0, 1_500)],
  ['noise behind an MP4 head', Buffer.concat([mp4().subarray(0, 32), randomBytes(60_000)])],
  ['half a WebM', webm().subarray(0, 1_500)],
  ['half a GIF', gif().subarray(0, 36)],
  ['a HEIC photo', heic()],
];

/** A track that is named as sound has no pictures. */
function withoutVideo(): Buffer {
  const copy = Buffer.from(mp4());
  copy.write('soun', copy.indexOf('vide'));
  return copy;
}

describe.each(storeDrivers)('an upload by form, stored on %s', async (driver) => {
  const api = await openUploadApi(driver);
  afterAll(() => api.close());
  const [owner, stranger] = [await api.user(), await api.user({ credits: 0 })];
  const rows = () => api.store.owner.pool.query('select * from upload').then(({ rows: all }) => all);

  /** Runs something that must leave nothing in the store, on disk or in the database. */
  async function leavingNothing<Result>(work: () => Promise<Result>): Promise<Result> {
    const [files, known] = [await api.files(), await rows()];
    const result = await work();
    await vi.waitFor(
      async () => {
        expect(await api.files()).toEqual(files);
        expect(await rows()).toEqual(known);
      },
      { timeout: 20_000 },
    );
    return result;
  }

  it('of a video returns a URL that works for its owner only', async () => {
    const content = mp4();
    const reply = await upload(owner, videoPath, content, '../../etc/passwd.mp4');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ success: true, data: { video_url: expect.any(String) } });
    const { video_url: url } = (reply.body as { data: { video_url: string } }).data;
    expect(url).toMatch(new RegExp(`^http://atelier.test/media/u/${owner.userId}/[0-9a-f-]{36}\\.mp4$`));
    const { pathname } = new URL(url);
    const served = await owner.get(pathname);
    expect(served.bytes).toEqual(content);
    expect(served.headers.get('content-type')).toBe('video/mp4');
    expect(served.headers.get('content-disposition')).toBe('inline');
    expect((await stranger.get(pathname)).status).toBe(404);
    expect((await api.browser().get(pathname)).status).toBe(404);
    const part = await owner.get(pathname, { range: 'bytes=4-7' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'ftyp']);
  });

  it.each([
    ['mov', mov, 'video/quicktime'],
    ['webm', webm, 'video/webm'],
    ['mp4', m4v, 'video/mp4'],
    ['mp4', xavc, 'video/mp4'],
    ['gif', gif, 'image/gif'],
  ])('detects %s, whatever its name and declared type', async (ending, make, type) => {
    const reply = await upload(owner, videoPath, make(), 'something.txt');
    const { video_url: url } = (reply.body as { data: { video_url: string } }).data;
    expect(url.endsWith(`.${ending}`)).toBe(true);
    const served = await owner.get(new URL(url).pathname);
    expect([served.headers.get('content-type'), served.bytes]).toEqual([type, make()]);
  });

  it('of an image returns URL and size, and strips everything but the pixels', async () => {
    const reply = await upload(owner, imagePath, png({ trailer: '<script>alert(1)</script>' }), 'a.png');
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual({ success: true, imageUrl: expect.any(String), width: 4, height: 3 });
    const { imageUrl } = reply.body as { imageUrl: string };
    const served = await owner.get(new URL(imageUrl).pathname);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.bytes.includes('script')).toBe(false);
    expect((await stranger.get(new URL(imageUrl).pathname)).status).toBe(404);
  });

  it('accepts 52,428,800 bytes and not one more, also with undeclared length', { tags: 'load' }, async () => {
    expect((await upload(owner, videoPath, mp4(limitBytes))).status).toBe(200);
    const tooLarge = form({ filename: 'a.mp4', content: mp4(limitBytes + 1) });
    const reply = await leavingNothing(() =>
      sendChunks({
        url: `${api.url}${videoPath}`,
        headers: { cookie: owner.cookieHeader(), origin: 'http://atelier.test', 'content-type': formType },
        chunks: [tooLarge.subarray(0, 20_000_000), tooLarge.subarray(20_000_000)],
      }),
    );
    expect(reply.status).toBe(413);
    expect(JSON.parse(reply.body)).toEqual(
      refusal('size_limit', 'The file is too large', { max_bytes: limitBytes }),
    );
  });

  type Refused = [what: string, path: string, content: Buffer, refused: object];
  it.each<Refused>([
    ['an HTML page named as a video', videoPath, html(), badVideo],
    ['an image named as a video', videoPath, png(), badVideo],
    ['a sound in the container of a video', videoPath, withoutVideo(), badVideo],
    ['an empty file', videoPath, Buffer.alloc(0), badVideo],
    ['an SVG with a script', imagePath, svg(), badImage],
    ['a video', imagePath, mp4(), badImage],
    ['a GIF, of which an image would be one frame', imagePath, gif(), badImage],
    ['an AVIF image', imagePath, avif(), badImage],
    ['a HEIC photo', imagePath, heic(), badImage],
    ['half an image', imagePath, png({ width: 300, height: 300 }).subarray(0, 60), unreadable('image')],
    ...damaged.map(([what, content]): Refused => [what, videoPath, content, unreadable('video')]),
  ])('refuses %s', async (_what, path, content, refused) => {
    const reply = await leavingNothing(() => upload(owner, path, content));
    expect([reply.status, reply.body]).toEqual([415, refused]);
  });

  for (const [options, cases] of splitCases(
    [
      { width: 8_193, height: 1 },
      { width: 1, height: 8_193 },
      { width: 6_400, height: 6_300 },
      { width: 30_000, height: 30_000 },
    ],
    2,
    'each-rule',
  ))
    it.each(cases)('refuses an image of $width x $height', options, async (size) => {
      const reply = await leavingNothing(() => upload(owner, imagePath, png(size), 'a.png'));
      const limits = { max_side_px: 8_192, max_pixels: 40_000_000 };
      const sentence = 'The image is too large: it may have at most 8192 px a side and 40 megapixels';
      expect([reply.status, reply.body]).toEqual([413, refusal('size_limit', sentence, limits)]);
    });

  it('refuses an image of more than 20 MB', { tags: 'load' }, async () => {
    const large = png({ trailer: 'x'.repeat(20 * 1024 * 1024) });
    const reply = await leavingNothing(() => upload(owner, imagePath, large, 'a.png'));
    const limit = { max_bytes: 20 * 1024 * 1024 };
    expect([reply.status, reply.body]).toEqual([413, refusal('size_limit', 'The file is too large', limit)]);
  });

  const twoFiles = form({ filename: 'a.mp4', content: mp4() }, { filename: 'b.mp4', content: mp4() });
  const manyFields = form(
    ...Array.from({ length: 50 }, (_, index) => ({ name: `field${index}`, content: 'x' })),
    { filename: 'a.mp4', content: mp4() },
  );
  const whole = form({ filename: 'a.mp4', content: mp4() });
  it.each([
    ['no file', form({ name: 'note', content: 'x' }), formType, 400, 'no_file'],
    ['nothing in the form', form(), formType, 400, 'no_file'],
    ['two files', twoFiles, formType, 400, 'too_many_parts'],
    ['fifty fields', manyFields, formType, 400, 'too_many_parts'],
    ['no boundary', whole, 'multipart/form-data', 400, 'invalid_multipart'],
    ['a boundary that is too long', whole, `${formType}${'b'.repeat(300)}`, 400, 'invalid_multipart'],
    ['a truncated body', whole.subarray(0, 500), formType, 400, 'invalid_multipart'],
    ['a body that is not a form', Buffer.from('hello'), formType, 400, 'invalid_multipart'],
    ['JSON', Buffer.from('{"file":"x"}'), 'application/json', 415, 'unsupported_media_type'],
    ['the file itself', mp4(), 'video/mp4', 415, 'unsupported_media_type'],
  ])('refuses %s', async (_what, body, type, status, code) => {
    const reply = await leavingNothing(() =>
      owner.post(videoPath, body, { headers: { 'content-type': type } }),
    );
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('accepts a file with a few other fields', async () => {
    const body = form({ name: 'note', content: 'x' }, { filename: 'a.mp4', content: mp4() });
    const reply = await owner.post(videoPath, body, { headers: { 'content-type': formType } });
    expect(reply.status).toBe(200);
  });

  it.each([videoPath, imagePath])('leaves nothing when the connection is cut: %s', async (path) => {
    const content = path === videoPath ? mp4(9_000_000) : png({ trailer: 'x'.repeat(9_000_000) });
    const body = form({ filename: 'a', content });
    const before = await api.files();
    await leavingNothing(() =>
      sendChunks({
        url: `${api.url}${path}`,
        headers: { cookie: owner.cookieHeader(), origin: 'http://atelier.test', 'content-type': formType },
        chunks: [body.subarray(0, 6_000_000), body.subarray(6_000_000, 8_000_000)],
        // Cut only once a partial file exists.
        cutAfter: () =>
          vi.waitFor(async () => expect(await api.files()).not.toEqual(before), { timeout: 20_000 }),
      }),
    );
  });

  it('accepts ten large files concurrently and leaves no temporary file', { tags: 'load' }, async () => {
    // Many chunks on disk and several parts on S3; how large a file may be is tested above.
    const [body, before] = [mp4(12_000_000), await api.files()];
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload(owner, videoPath, body)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await api.files()).length).toBe(before.length + 10);
    expect((await api.files()).filter((path) => /^(files.tmp|work)./.test(path))).toEqual([]);
  });

  it('needs a session and our own origin', async () => {
    const body = form({ filename: 'a.mp4', content: mp4() });
    const headers = { 'content-type': formType };
    await leavingNothing(async () => {
      expect((await api.browser().post(videoPath, body, { headers })).status).toBe(401);
      expect((await owner.post(videoPath, body, { headers, origin: 'https://evil.test' })).status).toBe(403);
      expect((await owner.post(videoPath, body, { headers, origin: null })).status).toBe(403);
    });
  });
});

it('a user makes at most thirty uploads per minute', async () => {
  const api = await openUploadApi('disk', { LIMIT_UPLOAD_PER_MINUTE: '30' });
  try {
    const [user, other] = [await api.user(), await api.user()];
    const replies = await Promise.all(Array.from({ length: 31 }, () => upload(user, videoPath, mp4())));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(30).fill(200), 429]);
    const limited = replies.find(({ status }) => status === 429);
    expect(limited?.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await upload(other, videoPath, mp4())).status).toBe(200);
  } finally {
    await api.close();
  }
});

it('the boundary of a form does not occur in its files', () => {
  expect(mp4().includes(boundary)).toBe(false);
});
