import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { DownloadImagesReply, LibraryChangeReply, LibraryReply, Share } from '@atelier/contract';
import { createTestFolder, ensureCertificateFiles } from '@atelier/dev-stack/testing';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { finishImage } from '../../testing/endings.ts';
import { startTestApi, type TestUser } from '../../testing/start-test-api.ts';
import { createWebWords } from '../../testing/web-words.ts';

const api = await startTestApi({
  settings: {
    ...(await ensureCertificateFiles(await createTestFolder('certificate'))),
    WEB_DIST: await createWebWords(),
  },
});
afterAll(() => api.close());

const change = (user: TestUser, body: object) => user.post('/api/library/change', body);
const readAltText = async (user: TestUser) =>
  ((await user.get('/api/library')).body as LibraryReply).data.map(({ alt_text }) => alt_text);

/** An image that is stored as a worker stores it: signed, with a packet of XMP. */
async function addImage(user: TestUser): Promise<{ id: string; key: string }> {
  const { id, keys } = await finishImage(api.deps, user, { prompt: 'A fox' });
  const [key = ''] = keys;
  const [inputPath, outputPath] = [join(api.store.dataDir, 'in'), join(api.store.dataDir, 'signed')];
  await writeFile(inputPath, await buffer(api.deps.store.read(key)));
  const made = { kind: 'k', endpoint: 'e', made_at: '2026-11-24T10:00:00.000Z', request_sha256: '' };
  await api.deps.signer?.sign({ inputPath, outputPath, made });
  const signed = Readable.from([await readFile(outputPath)]);
  await api.deps.store.put(key, signed, { contentType: 'image/png', maxBytes: 10_000_000 });
  return { id, key };
}

const readXmp = async (bytes: Buffer) => (await sharp(bytes).metadata()).xmp?.toString() ?? '';
const download = async (user: TestUser, path: string) => (await user.get(path)).bytes;

describe('the text alternative of a work', () => {
  it('is set and removed by its owner alone, without space around it', async () => {
    const user = await api.user();
    const { id } = await addImage(user);
    expect(await readAltText(user)).toEqual([null]);
    const stranger = (await change(await api.user(), { ids: [id], altText: 'Mine' })).body;
    expect(stranger).toEqual({ changed: 0, skipped: [id], full: [] } satisfies LibraryChangeReply);
    await change(user, { ids: [id], altText: '  A red fox.\n' });
    expect(await readAltText(user)).toEqual(['A red fox.']);
    await change(user, { ids: [id], favorite: true });
    expect(await readAltText(user)).toEqual(['A red fox.']);
    for (const altText of ['  ', null]) {
      await change(user, { ids: [id], altText: 'A red fox.' });
      await change(user, { ids: [id], altText });
      expect(await readAltText(user)).toEqual([null]);
    }
  });

  it('has at most 1,000 characters that can be stored', async () => {
    const user = await api.user();
    const { id } = await addImage(user);
    for (const altText of ['x'.repeat(1_001), 'a\u0000b', '\ud800'])
      expect(await change(user, { ids: [id], altText })).toMatchObject({ status: 400 });
    expect(await readAltText(user)).toEqual([null]);
    await change(user, { ids: [id], altText: 'x'.repeat(1_000) });
    expect(await readAltText(user)).toEqual(['x'.repeat(1_000)]);
  });

  it('describes the work on its shared page and to sites that show it, also where the prompt is kept back', async () => {
    const user = await api.user();
    const { id } = await addImage(user);
    const reply = await user.post(`/api/generations/${id}/share`, { shows_prompt: false });
    const page = new URL((reply.body as { share: Share }).share.url ?? '').pathname;
    const open = async () => String((await api.browser().get(page, { accept: 'text/html' })).body);
    expect(await open()).not.toContain('A fox');
    await change(user, { ids: [id], altText: 'A "red" fox' });
    const html = await open();
    expect(html).toContain('alt="A &quot;red&quot; fox"');
    expect(html).toContain('<meta property="og:image:alt" content="A &quot;red&quot; fox">');
    expect(html).not.toContain('A fox');
  });

  it('is in the files that its owner downloads, where the prompt is until there is one', async () => {
    const user = await api.user();
    const { id, key } = await addImage(user);
    const path = `/media/${key}?download`;
    expect(await readXmp(await download(user, path))).toContain('>A fox</rdf:li>');
    await change(user, { ids: [id], altText: 'A red fox' });
    expect(await readXmp(await download(user, path))).toContain('>A red fox</rdf:li>');
    for (const format of ['original', 'webp'])
      expect(await readXmp(await readFromZip(user, id, format))).toContain('>A red fox</rdf:li>');
    expect(await readXmp(await download(user, `/media/${key}`))).not.toContain('AltText');
  });

  it('is in no file of an owner who wants no settings in it', { tags: 'each-rule' }, async () => {
    const user = await api.user();
    const { id, key } = await addImage(user);
    await change(user, { ids: [id], altText: 'A red fox' });
    await user.request('/api/user/settings', { method: 'PATCH', body: { recipe_in_downloads: false } });
    expect(await readXmp(await download(user, `/media/${key}?download`))).not.toContain('AltText');
    expect(await readXmp(await readFromZip(user, id, 'webp'))).not.toContain('AltText');
  });

  it('is in the file that visitors download from its shared page, and the prompt only where the page shows it', async () => {
    const user = await api.user();
    await user.request('/api/user/settings', { method: 'PATCH', body: { recipe_in_shared_files: true } });
    const { id } = await addImage(user);
    const shows = { shows_prompt: false, shows_settings: true, allows_download: true };
    const reply = await user.post(`/api/generations/${id}/share`, shows);
    const page = new URL((reply.body as { share: Share }).share.url ?? '').pathname;
    const visit = async () =>
      readXmp((await api.browser().get(`${page}/media/0?download`, { accept: '*/*' })).bytes);
    expect(await visit()).not.toContain('AltText');
    await change(user, { ids: [id], altText: 'A red fox' });
    expect(await visit()).toContain('>A red fox</rdf:li>');
  });
});

async function readFromZip(user: TestUser, id: string, format: string): Promise<Buffer> {
  const prepared = await user.post('/api/library/download', { ids: [id], format });
  const zip = await fromBufferPromise(
    await download(user, (prepared.body as DownloadImagesReply).downloadUrl),
    { lazyEntries: true },
  );
  for await (const entry of zip.eachEntry())
    if (entry.fileName !== 'manifest.json') return buffer(await zip.openReadStreamPromise(entry));
  throw new Error('The zip is empty');
}
