import { X509Certificate } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DownloadImagesReply, Share } from '@atelier/contract';
import { findLedgerProblems } from '@atelier/db';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { createTestFolder, ensureCertificateFiles } from '@atelier/dev-stack/testing';
import { readCredentials } from '@atelier/media/read-credentials';
import { makeTestFile, makeVideoWithSound } from '@atelier/media/testing';
import { getWorkFolder, newKey } from '@atelier/storage';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { endGeneration, finishImage, finishVideo } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createAnalysisPath, submitAudio } from '../../testing/submissions.ts';
import { createWebWords } from '../../testing/web-words.ts';

const api = await startTestApi({
  settings: {
    ...(await ensureCertificateFiles(await createTestFolder('certificate'))),
    WEB_DIST: await createWebWords(),
  },
});
// A client has the last byte before the server has ended its reply.
afterEach(async () => {
  await vi.waitFor(async () => expect(await readdir(getWorkFolder(api.deps.env))).toEqual([]), 20_000);
  expect(await findLedgerProblems(api.deps.db.pool)).toEqual([]);
});
afterAll(() => api.close());

const toPath = (name: string) => join(api.store.dataDir, name);
const files = { mp4: Buffer.alloc(0), wav: Buffer.alloc(0) };
beforeAll(async () => {
  for (const kind of ['mp4', 'wav'] as const) {
    makeTestFile(kind, toPath(kind));
    files[kind] = await readFile(toPath(kind));
  }
});

const made = {
  kind: 'a-kind',
  endpoint: 'fal-ai/x',
  made_at: '2026-11-24T10:00:00.000Z',
  request_sha256: '',
};
const stored = (key: string) => buffer(api.deps.store.read(key));
const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

/** Signs what is stored, as a worker does before it stores a result. */
async function signStored(key: string, contentType: string): Promise<Buffer> {
  await writeFile(toPath('unsigned'), await stored(key));
  await api.deps.signer?.sign({ inputPath: toPath('unsigned'), outputPath: toPath('signed'), made });
  const signed = await readFile(toPath('signed'));
  await api.deps.store.put(key, Readable.from([signed]), { contentType, maxBytes: 10_000_000 });
  return signed;
}

async function signedImage(user: TestUser, more: { is_public?: boolean } = {}) {
  const { id, keys } = await finishImage(api.deps, user, { prompt: 'A fox', seed: 7, ...more });
  const [key = ''] = keys;
  return { id, key, bytes: await signStored(key, 'image/png') };
}

async function readZip(user: TestUser, id: string, format: string): Promise<Buffer> {
  const prepared = await user.post('/api/library/download', { ids: [id], format });
  const reply = await user.get((prepared.body as DownloadImagesReply).downloadUrl);
  const zip = await fromBufferPromise(reply.bytes, { lazyEntries: true });
  for await (const entry of zip.eachEntry())
    if (entry.fileName !== 'manifest.json') return buffer(await zip.openReadStreamPromise(entry));
  throw new Error('The zip is empty');
}

describe('a zip', () => {
  it('has originals with the settings that made them, and as they are stored once its user wants none', async () => {
    const user = await api.user();
    const image = await signedImage(user);
    const entry = await readZip(user, image.id, 'original');
    expect(await readCredentials('image/png', entry)).toMatchObject({
      state: 'Valid',
      recipe: { generation: image.id, input: expect.objectContaining({ prompt: 'A fox' }) },
      manifests: 2,
    });
    expect(await pixels(entry)).toEqual(await pixels(image.bytes));
    await user.request('/api/user/settings', { method: 'PATCH', body: { recipe_in_downloads: false } });
    expect(await readZip(user, image.id, 'original')).toEqual(image.bytes);
    const converted = await readZip(user, image.id, 'webp');
    expect(await readCredentials('image/webp', converted)).toMatchObject({
      state: 'Valid',
      made: { kind: 'flux-schnell' },
      recipe: undefined,
    });
  });

  it('has an original that cannot be signed as it is stored', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const { id, key } = await finishVideo(api.deps, user);
    const entry = await readZip(user, id, 'original');
    expect(entry).toEqual(await stored(key));
  });

  for (const [options, cases] of splitCases(['jpeg', 'webp'], 0, 'each-rule'))
    it.each(cases)('names the original as the parent of what is converted to %s', options, async (format) => {
      const user = await api.user();
      const image = await signedImage(user);
      const entry = await readZip(user, image.id, format);
      expect(await readCredentials(`image/${format}`, entry)).toMatchObject({
        state: 'Valid',
        made: { kind: 'flux-schnell' },
        recipe: { generation: image.id, kind: 'flux-schnell' },
        actions: ['c2pa.opened', 'c2pa.converted'],
        hasParent: true,
        manifests: 2,
      });
      expect((await sharp(entry).metadata()).format).toBe(format);
    });
});

describe('a video with its sound', () => {
  it('is a composite whose parent is the video, with the settings of the sound', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { content: files.mp4 });
    await signStored(video.key, 'video/mp4');
    const id = await submitAudio(user, { video_url: `/media/${video.key}`, prompt: 'Rain' });
    const key = newKey(user.userId, 'audio/wav');
    const wav = { contentType: 'audio/wav', maxBytes: 10_000_000 };
    await api.deps.store.put(key, Readable.from([files.wav]), wav);
    const output = { content_type: 'audio/wav', storage_key: key, bytes: files.wav.length };
    await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 50, error: null, output });
    const reply = await user.get(`/api/generations/${id}/download`);
    expect(reply.headers.get('content-length')).toBe(String(reply.bytes.length));
    expect(await readCredentials('video/mp4', reply.bytes)).toMatchObject({
      state: 'Valid',
      made: { kind: 'video-to-audio' },
      recipe: { generation: id, input: { prompt: 'Rain' } },
      actions: ['c2pa.opened', 'c2pa.edited'],
      sourceType: expect.stringMatching(/compositeWithTrainedAlgorithmicMedia$/),
      hasParent: true,
      manifests: 2,
    });
  });
});

describe('a video with its captions', () => {
  it('is a composite whose parent is the video, with the settings of the video', async () => {
    const user = await api.user();
    const prompt = 'A paper boat';
    const video = await finishVideo(api.deps, user, { content: await makeVideoWithSound('mp3'), prompt });
    await signStored(video.key, 'video/mp4');
    const body = { text_generation_type: 'transcription', audio_url: `/media/${video.key}`, max_seconds: 60 };
    const { id } = (await user.post(createAnalysisPath, body)).body as { id: string };
    const words = [{ text: 'Hello', start: 0, end: 1, type: 'word' }];
    const output = { text: 'Hello', transcript: { language_code: 'eng', language_probability: 1, words } };
    await endGeneration(api.deps, id, { status: 'completed', chargeCredits: 5, error: null, output });
    const download = () => user.get(`/api/generations/${video.id}/captioned`);
    expect(await readCredentials('video/mp4', (await download()).bytes)).toMatchObject({
      state: 'Valid',
      made: { kind: 'text-to-video' },
      recipe: { generation: video.id, input: { prompt: 'A paper boat' } },
      actions: ['c2pa.opened', 'c2pa.edited'],
      sourceType: expect.stringMatching(/compositeWithTrainedAlgorithmicMedia$/),
      hasParent: true,
      manifests: 2,
    });
    await user.request('/api/user/settings', { method: 'PATCH', body: { recipe_in_downloads: false } });
    expect(await readCredentials('video/mp4', (await download()).bytes)).toMatchObject({
      state: 'Valid',
      recipe: undefined,
    });
  });
});

describe('a video in another format', () => {
  it.each(['gif', 'webp'])('names the video as the parent of its %s', async (format) => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { content: files.mp4, prompt: 'A paper boat' });
    await signStored(video.key, 'video/mp4');
    const { bytes } = await user.get(`/api/generations/${video.id}/export?format=${format}`);
    expect(await readCredentials(`image/${format}`, bytes)).toMatchObject({
      state: 'Valid',
      made: { kind: 'text-to-video' },
      recipe: { generation: video.id, input: { prompt: 'A paper boat' } },
      actions: ['c2pa.opened', 'c2pa.converted'],
      hasParent: true,
      manifests: 2,
    });
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(20);
  });

  it('is sent without a signature as WebM', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { content: files.mp4 });
    const reply = await user.get(`/api/generations/${video.id}/export?format=webm`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'video/webm']);
  });
});

describe('a frame of a video', () => {
  it('names the video as its parent', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { content: files.mp4 });
    await signStored(video.key, 'video/mp4');
    const reply = await user.post(`/api/generations/${video.id}/frames`, { at: 'last' });
    const { pathname } = new URL((reply.body as { imageUrl: string }).imageUrl);
    expect(await readCredentials('image/png', (await user.get(pathname)).bytes)).toMatchObject({
      state: 'Valid',
      made: { kind: 'text-to-video' },
      actions: ['c2pa.opened', 'c2pa.converted'],
      manifests: 2,
    });
  });
});

describe('a file that its owner downloads', () => {
  const download = (key: string) => `/media/${key}?download`;

  it('carries the settings that made it, and the same pixels', async () => {
    const user = await api.user();
    const image = await signedImage(user);
    const reply = await user.get(download(image.key), { range: 'bytes=0-9' });
    expect([reply.status, Object.fromEntries(reply.headers)]).toMatchObject([
      200,
      {
        'content-length': String(reply.bytes.length),
        'accept-ranges': 'none',
        'cache-control': 'private, no-store',
        'content-type': 'image/png',
        'content-disposition': 'attachment; filename="A fox.png"',
      },
    ]);
    expect(await readCredentials('image/png', reply.bytes)).toMatchObject({
      state: 'Valid',
      made: { kind: 'flux-schnell', endpoint: 'fal-ai/flux/schnell' },
      recipe: {
        generation: image.id,
        kind: 'flux-schnell',
        input: expect.objectContaining({ prompt: 'A fox', seed: 7 }),
      },
      manifests: 2,
    });
    expect(await pixels(reply.bytes)).toEqual(await pixels(image.bytes));
    // Asks as a link does that names the file itself.
    const linked = await user.get(`/media/${image.key}?own`);
    expect(linked.headers.get('content-disposition')).toBe('inline');
    expect(await readCredentials('image/png', linked.bytes)).toMatchObject({
      recipe: { generation: image.id },
    });
    // Pages still show the stored file.
    expect((await user.get(`/media/${image.key}`)).bytes).toEqual(image.bytes);
  });

  it('carries them while it is public, too, but for its owner alone', { tags: 'each-rule' }, async () => {
    const [owner, other] = [await api.user(), await api.user()];
    const image = await signedImage(owner, { is_public: true });
    const own = await owner.get(download(image.key));
    expect(await readCredentials('image/png', own.bytes)).toMatchObject({ recipe: { generation: image.id } });
    for (const reader of [other, api.browser()])
      expect((await reader.get(download(image.key))).bytes).toEqual(image.bytes);
  });

  it('is the stored file, with ranges, once the user wants no settings in it', async () => {
    const user = await api.user();
    const image = await signedImage(user);
    const settings = '/api/user/settings';
    const off = { daily_cap_credits: null, recipe_in_downloads: false, recipe_in_shared_files: false };
    const change = await user.request(settings, { method: 'PATCH', body: { recipe_in_downloads: false } });
    expect([change.body, (await user.get(settings)).body]).toEqual([off, off]);
    expect((await user.get(download(image.key))).bytes).toEqual(image.bytes);
    const part = await user.get(download(image.key), { range: 'bytes=0-9' });
    expect([part.status, part.bytes]).toEqual([206, image.bytes.subarray(0, 10)]);
  });

  it('is the stored file when it cannot be signed, which is counted', async () => {
    const user = await api.user();
    const video = await finishVideo(api.deps, user, { contentType: 'video/webm' });
    expect((await user.get(download(video.key))).bytes).toEqual(await stored(video.key));
    const broken = await finishVideo(api.deps, user);
    const { failed = 0 } = api.deps.signer?.counts ?? {};
    expect((await user.get(download(broken.key))).bytes).toEqual(await stored(broken.key));
    expect(api.deps.signer?.counts.failed).toBe(failed + 1);
  });
});

describe('a file of a shared page', () => {
  const shown = { shows_prompt: true, shows_settings: true, allows_download: true };
  /** The address of the file of a new page, whose owner lets files say how they were made. */
  async function shareImage(settings: object, { isAllowed = true } = {}) {
    const user = await api.user();
    const image = await signedImage(user);
    const body = { recipe_in_shared_files: isAllowed };
    const change = await user.request('/api/user/settings', { method: 'PATCH', body });
    expect(change.body).toMatchObject({ ...body, recipe_in_downloads: true });
    const shared = await user.request(`/api/generations/${image.id}/share`, {
      method: 'POST',
      body: settings,
    });
    const { share } = shared.body as { share: Share };
    return { user, image, path: `${new URL(share.url ?? '').pathname}/media/0` };
  }
  const toRecipe = async (bytes: Buffer) => (await readCredentials('image/png', bytes))?.recipe;

  it('says to visitors how it was made, without the generation, once its owner allows it', async () => {
    const { user, image, path } = await shareImage(shown);
    for (const reader of [user, api.browser()]) {
      const reply = await reader.get(`${path}?download`);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-length': String(reply.bytes.length),
        'accept-ranges': 'none',
        'cache-control': 'private, no-store',
        'content-disposition': 'attachment; filename="A fox.png"',
      });
      const credentials = await readCredentials('image/png', reply.bytes);
      expect(credentials).toMatchObject({ state: 'Valid', made: { kind: 'flux-schnell' }, manifests: 2 });
      expect(credentials?.recipe).toMatchObject({ generation: null, kind: 'flux-schnell' });
      expect(credentials?.recipe?.input).toMatchObject({ prompt: 'A fox', seed: 7 });
      expect(await pixels(reply.bytes)).toEqual(await pixels(image.bytes));
    }
    // The page itself still shows the stored file.
    expect((await api.browser().get(path)).bytes).toEqual(image.bytes);
  });

  it('says no more than its page shows', { tags: 'each-rule' }, async () => {
    const onlyPrompt = await shareImage({ ...shown, shows_settings: false });
    const prompt = await api.browser().get(`${onlyPrompt.path}?download`);
    expect(await toRecipe(prompt.bytes)).toEqual({
      generation: null,
      kind: 'flux-schnell',
      input: { prompt: 'A fox', negative_prompt: '' },
      seed: null,
    });
    const onlySettings = await shareImage({ ...shown, shows_prompt: false });
    const settings = await api.browser().get(`${onlySettings.path}?download`);
    expect((await toRecipe(settings.bytes))?.input).toMatchObject({ seed: 7 });
    expect((await toRecipe(settings.bytes))?.input).not.toHaveProperty('prompt');
    expect(settings.bytes.includes('A fox')).toBe(false);
  });

  it.each([
    ['the page shows neither prompt nor settings', { shows_prompt: false, shows_settings: false }, true],
    ['its owner has not allowed it', {}, false],
    ['the page allows no download', { allows_download: false }, true],
  ])('is the stored file when %s', async (_name, change, isAllowed) => {
    const { image, path } = await shareImage({ ...shown, ...change }, { isAllowed });
    expect((await api.browser().get(`${path}?download`)).bytes).toEqual(image.bytes);
  });
});

it('a shared page serves a file without settings unless its owner allows it, even to its owner', async () => {
  const user = await api.user();
  const image = await signedImage(user);
  const body = { allows_download: true };
  const shared = await user.request(`/api/generations/${image.id}/share`, { method: 'POST', body });
  const { share } = shared.body as { share: Share };
  const { pathname } = new URL(share.url ?? '');
  for (const reader of [user, api.browser()]) {
    const reply = await reader.get(`${pathname}/media/0?download`);
    expect(reply.headers.get('content-disposition')).toContain('attachment');
    expect(await readCredentials('image/png', reply.bytes)).toMatchObject({
      state: 'Valid',
      recipe: undefined,
    });
  }
});

it('the api publishes the certificate that signs, with the one of its authority', async () => {
  const reply = await api.browser().get('/.well-known/content-credentials.json');
  const path = api.deps.env.C2PA_CERTIFICATE_FILE ?? '';
  const [own, authority] = (await readFile(path, 'utf8')).split(/(?<=-----END CERTIFICATE-----\n)/);
  const { serialNumber, fingerprint256, validToDate } = new X509Certificate(own ?? '');
  expect(reply.body).toEqual({
    certificates: [
      {
        serial_number: BigInt(`0x${serialNumber}`).toString(),
        subject: expect.stringContaining('CN=Atelier on this machine'),
        sha256: fingerprint256.replaceAll(':', '').toLowerCase(),
        valid_to: validToDate.toISOString(),
        is_current: true,
        issuer: authority,
      },
    ],
  });
  expect(reply.headers.get('access-control-allow-origin')).toBe('*');
});

it('the readiness of the api says that it signs', async () => {
  expect((await api.browser().get('/readyz')).body).toMatchObject({ content_credentials: 'on' });
});
