import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError, type DownloadImagesReply } from '@atelier/contract';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { refusal } from '../../testing/refusal.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { submitImage, submitQuestion, submitVideo, uploadImage } from '../../testing/submissions.ts';
import type { Reply } from '../../testing/test-browser.ts';

const api = await startTestApi();
afterAll(() => api.close());

const path = '/api/image-generation/download';
const unknownId = '0198c0de-7a00-4000-8000-00000000000c';

async function prepare(user: TestUser, imageIds: readonly string[], more: object = {}): Promise<string> {
  const reply = await user.post(path, { imageIds, ...more });
  expect(reply.body).toEqual({ downloadUrl: expect.any(String), expires_seconds: 3_600 });
  return (reply.body as DownloadImagesReply).downloadUrl;
}

type Manifest = { format: string; images: Record<string, unknown>[]; missing: unknown[] };

/** The files of a zip by name, each read and verified by its checksum, and the manifest. */
async function download(user: TestUser, imageIds: readonly string[], more: object = {}) {
  const reply = await user.get(await prepare(user, imageIds, more));
  expect(reply.status).toBe(200);
  const files = await listFiles(reply.bytes);
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Manifest;
  files.delete('manifest.json');
  return { reply, files, manifest };
}

async function listFiles(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true });
  const files = new Map<string, Buffer>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}

/** HEAD says the same as GET, without the bytes, and without a length that is not known before they are made. */
async function expectSameHead(user: TestUser, got: Reply, path: string): Promise<void> {
  const head = await user.request(path, { method: 'HEAD' });
  expect([head.status, head.bytes.length]).toEqual([got.status, 0]);
  for (const name of ['content-type', 'cache-control', 'content-length'])
    expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
  const unknown = await user.request(path.replace(/[^/]+$/, unknownId), { method: 'HEAD' });
  expect(unknown.status).toBe(404);
}

const stored = async (key: string) => buffer(api.deps.store.read(key));

describe('a zip of images', () => {
  it('contains every image under a readable name, with its settings in the manifest', async () => {
    const user = await api.user();
    const fox = await finishImage(api.deps, user, { images: ['shown', 'shown'], seed: 7 });
    const street = await finishImage(api.deps, user, { prompt: '雨夜 / 街道: ../..\\"x"' });
    const { reply, files, manifest } = await download(user, [street.id, fox.id, fox.id]);
    expect(reply.headers.get('content-type')).toBe('application/zip');
    await expectSameHead(user, reply, await prepare(user, [fox.id]));
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="images_\d{8}T\d{6}Z\.zip"$/,
    );
    const day = new Date().toISOString().slice(0, 8);
    expect([...files.keys()].map((name) => name.replace(/\d\d_/, 'DD_'))).toEqual([
      `${day}DD_雨夜-街道-x_${street.id.slice(-8)}-1.png`,
      `${day}DD_A-red-fox-in-fresh-snow_${fox.id.slice(-8)}-1.png`,
      `${day}DD_A-red-fox-in-fresh-snow_${fox.id.slice(-8)}-2.png`,
    ]);
    const keys = [...street.keys, ...fox.keys];
    expect([...files.values()]).toEqual(await Promise.all(keys.map(stored)));
    expect(manifest).toMatchObject({ format: 'original', missing: [] });
    expect(manifest.images[2]).toEqual({
      file: [...files.keys()][2],
      generation_id: fox.id,
      image: 2,
      prompt: 'A red fox in fresh snow',
      negative_prompt: expect.any(String),
      model: 'flux-schnell',
      mode: 'text-to-image',
      width: 64,
      height: 48,
      created_at: expect.any(String),
      tags: [],
      parameters: expect.objectContaining({ seed: 7, image_size: 'square_hd', num_images: 2 }),
      adjustments: [],
    });
  });

  for (const [options, cases] of splitCases(
    [
      ['jpeg', 'jpg', 'ffd8ff'],
      ['webp', 'webp', '52494646'],
      ['png', 'png', '89504e47'],
    ],
    1,
    'each-rule',
  ))
    it.each(cases)(
      'converts images to %s and leaves no temporary file',
      options,
      async (format, ending, head) => {
        const user = await api.user();
        const { id } = await finishImage(api.deps, user, { images: ['shown', 'shown'] });
        const { files, manifest } = await download(user, [id], { format });
        expect([...files.keys()].every((name) => name.endsWith(`.${ending}`))).toBe(true);
        for (const file of files.values()) expect(file.toString('hex').startsWith(head)).toBe(true);
        expect([manifest.format, manifest.images.length]).toEqual([format, 2]);
        expect(await workFiles()).toEqual([]);
      },
    );

  it('lists images that are missing and contains the rest', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const partial = await finishImage(api.deps, user, { images: ['shown', 'flagged', 'shown'] });
    await api.deps.store.delete(partial.keys[1] ?? '');
    const running = await submitImage(user);
    const broken = await finishImage(api.deps, user);
    await put(broken.keys[0] ?? '', Buffer.from('not an image'));
    const foreign = await finishImage(api.deps, other);
    const ids = [foreign.id, unknownId, partial.id, running.id, broken.id];
    const { files, manifest } = await download(user, ids, { format: 'jpeg' });
    expect(files.size).toBe(1);
    expect(manifest.images).toMatchObject([{ generation_id: partial.id, image: 1 }]);
    expect(manifest.missing).toEqual([
      { generation_id: foreign.id, reason: 'not_found' },
      { generation_id: unknownId, reason: 'not_found' },
      { generation_id: broken.id, image: 1, reason: 'unreadable' },
      { generation_id: running.id, reason: 'no_image' },
      { generation_id: partial.id, image: 2, reason: 'hidden_by_safety_check' },
      { generation_id: partial.id, image: 3, reason: 'file_missing' },
    ]);
  });

  it('leaves out what was deleted after it was prepared', async () => {
    const user = await api.user();
    const [kept, deleted] = [await finishImage(api.deps, user), await finishImage(api.deps, user)];
    const url = await prepare(user, [kept.id, deleted.id]);
    const body = { ids: [deleted.id], deleteFiles: false };
    await user.request('/api/image-generation/delete', { method: 'DELETE', body });
    const zip = (await user.get(url)).bytes.toString('latin1');
    expect(zip).toContain(`${kept.id.slice(-8)}-1.png`);
    expect(zip).not.toContain(`${deleted.id.slice(-8)}-1.png`);
  });
});

describe('a zip of any medium', () => {
  it('is called after the one medium that is in it, whatever else was asked for', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user);
    const image = await finishImage(api.deps, user);
    const running = await submitVideo(user);
    const nameFor = async (...ids: string[]) => {
      const { downloadUrl } = (await user.post('/api/library/download', { ids })).body as DownloadImagesReply;
      const reply = await user.request(downloadUrl, { method: 'HEAD' });
      return /filename="(\w+)_\d{8}T\d{6}Z\.zip"$/.exec(reply.headers.get('content-disposition') ?? '')?.[1];
    };
    expect(await nameFor(image.id)).toBe('images');
    expect(await nameFor(video.id)).toBe('videos');
    // A running generation adds only a line to the manifest.
    expect(await nameFor(image.id, running)).toBe('images');
    expect(await nameFor(image.id, video.id)).toBe('files');
  });

  it('of generations without a file is refused, and says so', async () => {
    const user = await api.user();
    const running = await submitVideo(user);
    const reply = await user.post('/api/library/download', { ids: [running] });
    expect([reply.status, reply.body]).toEqual([
      409,
      refusal('nothing_to_download', 'The selection has no files to download'),
    ]);
  });

  it('has videos and images as they are, answers as text, and names what is missing', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const video = await finishVideo(api.deps, user, { prompt: 'A paper boat' });
    const image = await finishImage(api.deps, user);
    const answerId = await submitQuestion(user, 'What is this?');
    await endGeneration(api.deps, answerId, {
      status: 'completed',
      chargeCredits: 100,
      error: null,
      output: { text: 'A boat.' },
    });
    const foreign = await finishVideo(api.deps, other);
    const running = await submitVideo(user);
    const ids = [video.id, image.id, answerId, foreign.id, running];
    const prepared = await user.post('/api/library/download', { ids, format: 'jpeg' });
    const { downloadUrl } = prepared.body as DownloadImagesReply;
    const reply = await user.get(downloadUrl);
    expect(reply.headers.get('content-disposition')).toMatch(/filename="files_\d{8}T\d{6}Z\.zip"$/);
    const files = await listFiles(reply.bytes);
    const findName = (id: string) => [...files.keys()].find((name) => name.includes(id.slice(-8))) ?? '';
    expect(findName(video.id)).toMatch(/A-paper-boat.*\.mp4$/);
    expect(files.get(findName(video.id))).toEqual(await stored(video.key));
    expect(files.get(findName(image.id))?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(findName(answerId)).toMatch(/\.txt$/);
    expect(files.get(findName(answerId))?.toString()).toBe('What is this?\n\nA boat.\n');
    const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '') as Record<string, object[]>;
    expect(manifest.files).toHaveLength(3);
    expect(manifest.files).toContainEqual(
      expect.objectContaining({ generation_id: video.id, number: 1, prompt: 'A paper boat' }),
    );
    expect(manifest.missing).toEqual([
      { generation_id: foreign.id, reason: 'not_found' },
      { generation_id: running, reason: 'no_file' },
    ]);
  });

  it('is refused for none of the user’s own, and counts the files of every medium', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const video = await finishVideo(api.deps, user);
    const refused = await other.post('/api/library/download', { ids: [video.id] });
    expect([refused.status, refused.body]).toEqual([404, refusal('not_found', 'Failed to prepare download')]);
    await api.store.owner.pool.query('update output set bytes = 50000000001 where generation_id = $1', [
      video.id,
    ]);
    const large = await user.post('/api/library/download', { ids: [video.id] });
    expect(large.body).toEqual(
      refusal('download_too_large', 'These files are too large for one download', {
        bytes: 50_000_000_001,
        max_bytes: 50_000_000_000,
      }),
    );
    expect((await user.post('/api/image-generation/download', { imageIds: [video.id] })).status).toBe(404);
  });
});

describe('a zip of thousands', () => {
  /** Creates answered questions of one user and returns their ids, the oldest last. */
  async function answerMany(user: TestUser, count: number): Promise<string[]> {
    const first = await submitQuestion(user, 'What is this?');
    await endGeneration(api.deps, first, {
      status: 'completed',
      chargeCredits: 100,
      error: null,
      output: { text: 'A boat.' },
    });
    const { rows } = await api.store.owner.pool.query<{ id: string }>(
      `with copied as (
         insert into generation
         select (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid(), 'provider_request_id', null,
                  'created_at', g.created_at - n * interval '1 second'))).*
           from generation g, generate_series(2, $2) n where g.id = $1 returning id, created_at
       ), answered as (
         insert into output (id, generation_id, position, content_type, text)
         select gen_random_uuid(), id, 0, 'text/plain', 'A boat.' from copied
       )
       select id from copied order by created_at desc`,
      [first, count],
    );
    return [first, ...rows.map(({ id }) => id)];
  }

  const prepareAll = async (user: TestUser, ids: readonly string[]) =>
    ((await user.post('/api/library/download', { ids })).body as DownloadImagesReply).downloadUrl;
  const manifestIn = (files: Map<string, Buffer>) =>
    JSON.parse(files.get('manifest.json')?.toString() ?? '') as {
      files: { generation_id: string }[];
      missing: object[];
    };

  it('has them all, read few at a time', { tags: 'load' }, async () => {
    const user = await api.user();
    const ids = await answerMany(user, 1_260);
    const query = vi.spyOn(api.deps.db.pool, 'query');
    const files = await listFiles((await user.get(await prepareAll(user, [...ids, unknownId]))).bytes);
    const reads = query.mock.calls.filter(
      ([statement]) => (statement as { name?: string }).name === 'list-own-for-download',
    );
    query.mockRestore();
    expect(reads).toHaveLength(26);
    expect(files.size).toBe(1_261);
    const manifest = manifestIn(files);
    expect(manifest.files.map(({ generation_id }) => generation_id)).toEqual(ids);
    expect(manifest.missing).toEqual([{ generation_id: unknownId, reason: 'not_found' }]);
    expect(await workFiles()).toEqual([]);
  });

  it('leaves out what is deleted while it is downloaded', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const ids = await answerMany(user, 60);
    const image = await finishImage(api.deps, user);
    await put(image.keys[0] ?? '', large);
    const url = await prepareAll(user, [image.id, ...ids]);
    const running = get(new URL(url, api.url), { headers: { cookie: user.cookieHeader() } });
    // The file of the first generation is more than any buffer on the way takes.
    const [response] = (await once(running, 'response')) as [IncomingMessage];
    const deleted = ids.at(-1) ?? '';
    await user.post('/api/library/trash', { ids: [deleted] });
    const manifest = manifestIn(await listFiles(await buffer(response)));
    expect(manifest.files).toHaveLength(60);
    expect(manifest.missing).toEqual([{ generation_id: deleted, reason: 'not_found' }]);
  });
});

describe('the URL of a zip', () => {
  it('works for its owner for one hour', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { id } = await finishImage(api.deps, owner);
    const url = await prepare(owner, [id]);
    expect((await owner.get(url)).status).toBe(200);
    expect((await stranger.get(url)).body).toEqual(refusal('not_found', 'Not found'));
    expect((await api.browser().get(url)).status).toBe(401);
    expect((await owner.get(`${path}/${unknownId}`)).status).toBe(404);
    expect((await owner.get(`${path}/x`)).status).toBe(400);
    await api.store.owner.pool.query("update image_download set expires_at = now() - interval '1 second'");
    expect((await owner.get(url)).status).toBe(404);
  });

  it('is refused when the user owns none of the images', async () => {
    const [owner, stranger] = [await api.user(), await api.user()];
    const { id } = await finishImage(api.deps, owner);
    const reply = await stranger.post(path, { imageIds: [id, unknownId] });
    expect([reply.status, reply.body]).toEqual([404, refusal('not_found', 'Failed to prepare download')]);
  });

  it('is refused when the files are too large together', async () => {
    const user = await api.user();
    const [small, large] = [await finishImage(api.deps, user), await finishImage(api.deps, user)];
    const setSize = (bytes: number) =>
      api.store.owner.pool.query('update output set bytes = $2 where generation_id = $1', [large.id, bytes]);
    const imageIds = [small.id, large.id];
    await setSize(50_000_000_000);
    const reply = await user.post(path, { imageIds });
    expect([reply.status, reply.body]).toEqual([
      413,
      refusal('download_too_large', 'These images are too large for one download', {
        bytes: expect.any(Number),
        max_bytes: 50_000_000_000,
      }),
    ]);
    await prepare(user, [large.id]);
    await setSize(40_000_000_000);
    await prepare(user, imageIds);
  });

  it.each([
    { imageIds: [] },
    { imageIds: 'x' },
    { imageIds: ['x'] },
    { imageIds: Array.from({ length: 5_001 }, () => unknownId) },
    { imageIds: [unknownId], format: 'gif' },
    {},
  ])('is refused for the invalid body no. %#', async (body) => {
    const reply = await (await api.user()).post(path, body);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'validation_failed' }]);
  });
});

const large = Buffer.alloc(40_000_000, 7);

describe('zips', () => {
  it('are sent to a user one at a time', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const [mine, theirs] = [await finishImage(api.deps, user), await finishImage(api.deps, other)];
    await put(mine.keys[0] ?? '', large);
    const urls = [await prepare(user, [mine.id]), await prepare(user, [mine.id])];
    const running = get(new URL(urls[0] ?? '', api.url), { headers: { cookie: user.cookieHeader() } });
    const [response] = (await once(running, 'response')) as [IncomingMessage];
    const refused = refusal('download_running', 'Another download of yours is still running', {
      retry_after_seconds: 10,
    });
    for (const reply of [await user.get(urls[1] ?? ''), await user.post(path, { imageIds: [mine.id] })]) {
      expect([reply.status, reply.body]).toEqual([429, refused]);
      expect(reply.headers.get('retry-after')).toBe('10');
    }
    expect((await download(other, [theirs.id])).files.size).toBe(1);
    response.on('error', () => undefined).destroy();
    await vi.waitFor(async () => expect((await user.get(urls[1] ?? '')).status).toBe(200), 20_000);
    expect((await download(user, [mine.id])).files.size).toBe(1);
  });

  it('leave other requests alone while an image is converted', async () => {
    const [user, other] = [await api.user(), await api.user()];
    const { id } = await finishImage(api.deps, user);
    const conversion = Promise.withResolvers<never>();
    const normalize = vi.spyOn(api.deps.zipMedia, 'normalizeImage').mockReturnValue(conversion.promise);
    const zip = user.get(await prepare(user, [id], { format: 'jpeg' }));
    await vi.waitFor(() => expect(normalize).toHaveBeenCalled(), { timeout: 20_000 });
    expect(await uploadImage(other)).toMatch(/^http/);
    conversion.reject(new AppError('media_unreadable'));
    expect((await zip).status).toBe(200);
    normalize.mockRestore();
  });
});

describe('an aborted download', () => {
  it('closes the file being read and opens no other', async () => {
    const user = await api.user();
    const { id, keys } = await finishImage(api.deps, user, { images: ['shown', 'shown'] });
    for (const key of keys) await put(key, large);
    const read = vi.spyOn(api.deps.store, 'read');
    await abort(user, await prepare(user, [id]));
    const source = read.mock.results[0]?.value as Readable;
    await vi.waitUntil(() => source.closed, { timeout: 20_000 });
    expect(read).toHaveBeenCalledTimes(1);
    read.mockRestore();
  });

  it('leaves no temporary file', async () => {
    const user = await api.user();
    const { id } = await finishImage(api.deps, user, { images: ['shown', 'shown'] });
    const normalize = vi.spyOn(api.deps.zipMedia, 'normalizeImage');
    normalize.mockImplementation(async ({ outputPath }) => {
      await writeFile(outputPath, large);
      return { ok: true, contentType: 'image/jpeg', width: 64, height: 48 };
    });
    await abort(user, await prepare(user, [id], { format: 'jpeg' }));
    await vi.waitUntil(async () => (await workFiles()).length === 0, { timeout: 20_000 });
    expect(normalize).toHaveBeenCalledTimes(1);
    normalize.mockRestore();
  });
});

/** Reads the first bytes and disconnects. */
async function abort(user: TestUser, url: string): Promise<void> {
  const request = get(new URL(url, api.url), { headers: { cookie: user.cookieHeader() }, agent: false });
  const [response] = await once(request, 'response');
  await once(response, 'readable');
  request.destroy();
  // The aborted response ends in an error.
  await once(response, 'error');
}

async function put(key: string, content: Buffer): Promise<void> {
  const options = { contentType: 'image/png', maxBytes: content.length };
  await api.deps.store.put(key, Readable.from([content]), options);
}

/** The temporary files of conversions. */
async function workFiles(): Promise<string[]> {
  return readdir(join(api.store.dataDir, 'work')).catch(() => []);
}
