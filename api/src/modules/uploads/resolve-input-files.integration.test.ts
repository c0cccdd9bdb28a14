import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PresignReply } from '@atelier/contract';
import { storeDrivers } from '@atelier/dev-stack/test-sets';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import type { TestUser } from '../../testing/start-test-api.ts';
import { createVideoPath } from '../../testing/submissions.ts';
import { countRows } from '../../testing/test-store.ts';
import { html, mp4, png } from './testing/files.ts';
import { upload } from './testing/form.ts';
import { openUploadApi } from './testing/open-upload-api.ts';

const imageToVideo = { video_generation_type: 'image-to-video', prompt: 'A paper boat leaves' };
const vace = { video_generation_type: 'vace', prompt: 'The same, made of paper' };

/** A server on this machine, which the SSRF guard must protect. */
async function listen(answer: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

const canary = await listen((_request, response) => response.end(png()));
const provider = await listen((request, response) => {
  const answers: Record<string, () => unknown> = {
    '/a.png': () => response.end(png({ width: 7, height: 5 })),
    '/a.mp4': () => response.end(mp4()),
    '/page.png': () => response.end(html()),
    '/damaged.mp4': () => response.end(mp4().subarray(0, 1_500)),
    '/inside': () => response.writeHead(302, { location: `${canary.url}/a.png` }).end(),
    '/endless': () => response.write(mp4(53_000_000)),
    '/half': () =>
      response.writeHead(200, { 'content-length': 9_000 }).write(png(), () => response.destroy()),
  };
  (answers[request.url ?? ''] ?? (() => response.writeHead(404).end()))();
});

describe.each(storeDrivers)('an input file of a submission, stored on %s', async (driver) => {
  const api = await openUploadApi(driver, { FAL_BASE_URL: provider.url });
  afterEach(() => api.store.expectWholeLedger());
  afterAll(() => api.close());
  const [owner, stranger] = [await api.user(), await api.user()];

  const submit = (user: TestUser, body: object) => user.post(createVideoPath, body);
  const readInput = (reply: { body: unknown }) =>
    (reply.body as { generation: { input: Record<string, unknown> } }).generation.input;
  const uploaded = async (user: TestUser, content: Buffer, kind: 'video' | 'image') => {
    const path = kind === 'video' ? '/api/upload-video' : '/api/upload-image-wan-i2v';
    const body = (await upload(user, path, content)).body as {
      imageUrl?: string;
      data?: { video_url: string };
    };
    return body.imageUrl ?? body.data?.video_url ?? '';
  };
  const usedAt = async (url: string) => {
    const query = 'select used_at from upload where storage_key = $1';
    const key = new URL(url, 'http://x').pathname.replace('/media/', '');
    return (await api.store.owner.pool.query(query, [key])).rows[0]?.used_at;
  };

  it('may be the user’s upload, which is then marked as used', async () => {
    const url = await uploaded(owner, png(), 'image');
    expect(await usedAt(url)).toBeNull();
    const reply = await submit(owner, { ...imageToVideo, image_url: url });
    expect(reply.status).toBe(200);
    expect(readInput(reply).image_url).toBe(new URL(url).pathname);
    expect(await usedAt(url)).toEqual(expect.any(Date));
    const again = await submit(owner, { ...imageToVideo, image_url: readInput(reply).image_url });
    expect(again.status).toBe(200);
  });

  it('may be the user’s upload by PUT, which is checked first', async () => {
    const announced = { filename: 'a.png', contentType: 'image/png' };
    const { url, public_url } = (await owner.post('/api/generate-presigned-url', announced))
      .body as PresignReply;
    const put = (body: Buffer) =>
      fetch(api.reach(url), { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
    const early = await submit(owner, { ...imageToVideo, image_url: public_url });
    expect([early.status, early.body]).toEqual([
      404,
      refusal('file_not_found', 'The file was not found', { path: 'image_url' }),
    ]);
    await put(png());
    expect((await submit(owner, { ...imageToVideo, image_url: public_url })).status).toBe(200);
  });

  it('may be a result of the user’s own generation, unless that is deleted', async () => {
    const { id, key } = await finishVideo(api.deps, owner, { content: mp4() });
    const body = { ...vace, video_url: `/media/${key}` };
    expect(readInput(await submit(owner, body)).video_url).toBe(`/media/${key}`);
    expect((await submit(stranger, body)).status).toBe(404);
    await owner.request('/api/video-generation/delete', { method: 'DELETE', body: { id } });
    expect((await submit(owner, body)).status).toBe(404);
  });

  it('is copied from the provider’s host', async () => {
    const image = await submit(owner, { ...imageToVideo, image_url: `${provider.url}/a.png` });
    expect(readInput(image).image_url).toMatch(new RegExp(`^/media/u/${owner.userId}/.*\\.png$`));
    expect((await owner.get(String(readInput(image).image_url))).status).toBe(200);
    const many = await submit(owner, {
      ...vace,
      video_url: `${provider.url}/a.mp4`,
      ref_image_urls: [`${provider.url}/a.png`, await uploaded(owner, png(), 'image')],
    });
    expect(many.status).toBe(200);
    expect(readInput(many).ref_image_urls).toEqual([
      expect.stringMatching(/^\/media\/u\//),
      expect.stringMatching(/^\/media\/u\//),
    ]);
    expect(readInput(many).mask_video_url).toBeNull();
  });

  it('is fetched once for a repeated request', async () => {
    const before = provider.requests.length;
    const body = { ...imageToVideo, request_id: randomUUID(), image_url: `${provider.url}/a.png` };
    const [first, second] = [await submit(owner, body), await submit(owner, body)];
    expect((second.body as { id: string }).id).toBe((first.body as { id: string }).id);
    expect(provider.requests.length).toBe(before + 1);
    const other = await submit(owner, { ...body, image_url: `${provider.url}/a.png?other` });
    expect(other.status).toBe(422);
  });

  const foreign = await uploaded(stranger, png(), 'image');
  const film = await uploaded(owner, mp4(), 'video');
  it.each([
    ['http://169.254.169.254/', 400, 'url_not_allowed'],
    [`http://127.0.0.1:${canary.port}/a.png`, 400, 'url_not_allowed'],
    [`http://localhost:${canary.port}/a.png`, 400, 'url_not_allowed'],
    [`http://[::ffff:127.0.0.1]:${canary.port}/a.png`, 400, 'url_not_allowed'],
    [`http://2130706433:${canary.port}/a.png`, 400, 'url_not_allowed'],
    ['http://127.1:5432', 400, 'url_not_allowed'],
    [`https://cdn@127.0.0.1:${canary.port}/`, 400, 'url_not_allowed'],
    [`${provider.url}/inside`, 400, 'url_not_allowed'],
    ['javascript:alert(1)', 400, 'url_not_allowed'],
    ['data:image/png;base64,AAAA', 415, 'unsupported_file'],
    ['file:///etc/passwd', 400, 'url_not_allowed'],
    ['somewhere', 400, 'validation_failed'],
    [foreign, 404, 'file_not_found'],
    [new URL(foreign).pathname, 404, 'file_not_found'],
    ['/media/u/x', 404, 'file_not_found'],
    [`${provider.url}/missing.png`, 404, 'file_not_found'],
    [`${provider.url}/half`, 404, 'file_not_found'],
    [`${provider.url}/page.png`, 415, 'unsupported_file'],
    [`${provider.url}/a.mp4`, 415, 'unsupported_file'],
    [film, 415, 'unsupported_file'],
  ])('is refused before anything is reserved: %s', async (url, status, code) => {
    const [rows, files] = [await countRows(api.store, owner.userId), await api.files()];
    const reply = await submit(owner, { ...imageToVideo, image_url: url });
    expect([reply.status, reply.body]).toEqual([status, expect.objectContaining({ code })]);
    if (code !== 'validation_failed') expect(reply.body).toMatchObject({ path: 'image_url' });
    expect(await countRows(api.store, owner.userId)).toEqual(rows);
    expect(await api.files()).toEqual(files);
    expect(canary.requests).toEqual([]);
  });

  it('is refused when it is damaged, in the words of an upload and before anything is reserved', async () => {
    const [rows, files] = [await countRows(api.store, owner.userId), await api.files()];
    const reply = await submit(owner, { ...vace, video_url: `${provider.url}/damaged.mp4` });
    const message = expect.stringMatching('^This video cannot be read');
    const refused = { code: 'unsupported_file', path: 'video_url', reason: 'unreadable', message };
    expect([reply.status, reply.body]).toMatchObject([415, refused]);
    expect(await countRows(api.store, owner.userId)).toEqual(rows);
    expect(await api.files()).toEqual(files);
  });

  it('is refused when it exceeds the size limit', async () => {
    const files = await api.files();
    const reply = await submit(owner, { ...vace, video_url: `${provider.url}/endless` });
    expect([reply.status, reply.body]).toEqual([413, expect.objectContaining({ code: 'size_limit' })]);
    expect(await api.files()).toEqual(files);
  });

  it('is not fetched for a user who may not generate', async () => {
    const unpaid = await api.user({ credits: 0 });
    const before = provider.requests.length;
    const reply = await submit(unpaid, { ...imageToVideo, image_url: `${provider.url}/a.png` });
    expect(reply.status).toBe(403);
    expect(provider.requests.length).toBe(before);
  });

  it('can be read without a session only by a signed URL', async () => {
    const url = await uploaded(owner, png(), 'image');
    const key = new URL(url).pathname.replace('/media/', '');
    const signed = api.reach(await api.deps.store.presignGet(key, { expiresSeconds: 60 }));
    const read = async (address: string) => (await fetch(address)).status;
    expect(await read(signed)).toBe(200);
    expect(await read(`${api.url}/media/${key}`)).toBe(404);
    expect(await read(signed.replace(/sig=.|X-Amz-Signature=./i, (found) => `${found}x`))).not.toBe(200);
  });
});
