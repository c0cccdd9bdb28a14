import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { makeLocalCertificate } from '@atelier/dev-stack/testing';
import { Demuxer } from 'node-av/api';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestFile, type testFiles } from '../testing/make-test-file.ts';
import { type Credentials, readCredentials } from '../testing/read-credentials.ts';
import { createFileSigner, type FileSigner } from './create-file-signer.ts';

const made = {
  kind: 'text-to-image',
  endpoint: 'fal-ai/flux/dev',
  made_at: '2026-11-24T10:00:00.000Z',
  request_sha256: 'ab'.repeat(32),
};
const recipe = { generation: 'an-id', kind: 'text-to-image', input: { prompt: '一只纸船' }, seed: 7 };
const generated = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const types = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  losslessWebp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
} as const;
/** One of each kind of file comes first: an image, a video and a sound. */
const names = ['jpeg', 'mp4', 'mp3', 'png', 'webp', 'losslessWebp', 'gif', 'mov', 'wav'] as const;
const signable = names.map((name) => [name, types[name]] as const);

let directory: string;
let signer: FileSigner;
const unsigned: string[] = [];
const file = (name: string) => join(directory, name);

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'atelier-sign-'));
  for (const kind of ['gif', 'mp4', 'mov', 'soundMp4', 'wav', 'mp3', 'webm'] as (keyof typeof testFiles)[])
    makeTestFile(kind, file(kind));
  const image = sharp({ create: { width: 301, height: 99, channels: 4, background: '#3366cc99' } });
  await image.clone().jpeg().toFile(file('jpeg'));
  await image.clone().png().toFile(file('png'));
  await image.clone().removeAlpha().webp().toFile(file('webp'));
  await image.clone().webp({ lossless: true }).toFile(file('losslessWebp'));
  signer = createFileSigner({
    credentials: await makeLocalCertificate(),
    onUnsigned: (outcome) => unsigned.push(outcome),
  });
});
afterAll(async () => {
  await signer.close();
  await rm(directory, { recursive: true, force: true });
});

async function sign(name: string, more: Partial<Parameters<FileSigner['sign']>[0]> = {}): Promise<Buffer> {
  const outputPath = file(`${name}-signed`);
  const signed = await signer.sign({ inputPath: file(name), outputPath, made, ...more });
  expect(signed?.bytes).toBe((await stat(outputPath)).size);
  return readFile(outputPath);
}

/** Reads what a player gets: every packet of every stream, with its time. */
async function listPackets(path: string): Promise<string[]> {
  await using media = await Demuxer.open(path);
  const packets: string[] = [];
  for await (const packet of media.packets()) {
    if (!packet) break;
    packets.push(`${packet.streamIndex} ${packet.pts} ${packet.data?.toString('base64')}`);
    packet.free();
  }
  return packets;
}

async function readPicture(name: string): Promise<Buffer> {
  return sharp(file(name)).raw().toBuffer();
}

for (const [options, cases] of splitCases(signable, 3, 'each-kind'))
  describe.each(cases)('a signed %s', options, (name, contentType) => {
    it('is valid and says what made it, and its picture or sound is what it was', async () => {
      const bytes = await sign(name);
      expect(await readCredentials(contentType, bytes)).toEqual({
        state: 'Valid',
        made,
        recipe: undefined,
        actions: ['c2pa.created'],
        sourceType: generated,
        hasParent: false,
        parts: 0,
        manifests: 1,
        signedBy: 'Atelier on this machine',
      } satisfies Credentials);
      if (contentType.startsWith('image/'))
        expect(await readPicture(`${name}-signed`)).toEqual(await readPicture(name));
      else expect(await listPackets(file(`${name}-signed`))).toEqual(await listPackets(file(name)));
    });

    it('is invalid with one bit changed', async () => {
      const bytes = await sign(name);
      const changed = Buffer.from(bytes);
      const at = contentType.startsWith('image/') ? Math.floor((await stat(file(name))).size * 0.4) : 3_000;
      // Away from what was written into the file: the last part of it is the picture's own.
      const place = bytes.lastIndexOf((await readFile(file(name))).subarray(at, at + 16)) + 3;
      expect(place).toBeGreaterThan(3);
      changed[place] = (changed[place] ?? 0) ^ 1;
      expect(await readCredentials(contentType, changed)).toMatchObject({ state: 'Invalid' });
    });

    it('keeps what was signed about its parent', async () => {
      await sign(name);
      const copy = await sign(`${name}-signed`, { parentPath: file(`${name}-signed`), recipe });
      expect(await readCredentials(contentType, copy)).toMatchObject({
        state: 'Valid',
        made,
        recipe,
        actions: ['c2pa.opened', 'c2pa.edited.metadata'],
        sourceType: generated,
        hasParent: true,
        manifests: 2,
      });
    });
  });

it('a sound in the container of videos stays unsigned: results have no such type', async () => {
  const bytes = await readFile(file('soundMp4'));
  bytes.write('M4A ', 8, 'latin1');
  await writeFile(file('m4a'), bytes);
  const request = { inputPath: file('m4a'), outputPath: file('m4a-signed'), made };
  expect(await signer.sign(request)).toBeUndefined();
  expect(unsigned).toEqual([]);
});

it('a signed file names a parent of a type that cannot be signed itself', async () => {
  const frame = await sign('png', { parentPath: file('webm'), action: 'c2pa.converted' });
  expect(await readCredentials('image/png', frame)).toMatchObject({
    state: 'Valid',
    actions: ['c2pa.opened', 'c2pa.converted'],
    hasParent: true,
    manifests: 1,
  });
});

describe('readers without C2PA', () => {
  it.each(['jpeg', 'png', 'webp', 'losslessWebp', 'mp4', 'mov'])(
    'find the source of a %s in its XMP',
    async (name) => {
      const bytes = await sign(name);
      expect(bytes.toString('latin1').split('Iptc4xmpExt:DigitalSourceType=').length).toBe(2);
      expect(bytes.toString('latin1')).toContain(generated);
    },
  );

  it.each(['jpeg', 'png', 'webp', 'losslessWebp'])(
    'get the packet of a %s from a common library',
    async (name) => {
      await sign(name);
      const { xmp, width, hasAlpha } = await sharp(file(`${name}-signed`)).metadata();
      expect(xmp?.toString()).toContain(generated);
      expect([width, hasAlpha]).toEqual([301, name === 'png' || name === 'losslessWebp']);
    },
  );

  it.each(['jpeg', 'png', 'webp', 'losslessWebp'])(
    'find the words for a %s in a copy of it, once, and the same picture',
    async (name) => {
      await sign(name);
      const altText = 'A heron & its <reflection>\u0000 一只苍鹭';
      const copy = await sign(`${name}-signed`, { parentPath: file(`${name}-signed`), recipe, altText });
      const { xmp } = await sharp(copy).metadata();
      expect(xmp?.toString()).toContain('x-default">A heron &amp; its &lt;reflection&gt; 一只苍鹭<');
      expect(copy.toString('latin1').split('<?xpacket begin').length).toBe(2);
      expect(copy.toString('latin1')).toContain(generated);
      expect(await readPicture(`${name}-signed-signed`)).toEqual(await readPicture(name));
      expect(await readCredentials(types[name as keyof typeof types], copy)).toMatchObject({
        state: 'Valid',
        recipe,
      });
    },
  );

  it.each(['mp4', 'mov'])(
    'find the words for a %s in a copy of it, once, and the same film',
    async (name) => {
      await sign(name);
      const altText = 'A heron lands';
      const copy = await sign(`${name}-signed`, { parentPath: file(`${name}-signed`), recipe, altText });
      expect(copy.toString('latin1').split('<?xpacket begin').length).toBe(2);
      expect(copy.includes(altText)).toBe(true);
      expect(await listPackets(file(`${name}-signed-signed`))).toEqual(await listPackets(file(name)));
      expect(await readCredentials(types[name as keyof typeof types], copy)).toMatchObject({
        state: 'Valid',
        recipe,
      });
    },
  );

  it('get a packet that was there as it was', async () => {
    const own =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';
    await sharp(file('png')).withXmp(own).toFile(file('own.png'));
    await sign('own.png');
    expect((await sharp(file('own.png-signed')).metadata()).xmp?.toString()).toContain(own.slice(0, 40));
    expect(await readFile(file('own.png-signed'), 'latin1')).not.toContain('Iptc4xmpExt');
  });
});

describe("a file that the model's maker has signed", () => {
  it('names the maker in its parent', async () => {
    const maker = createFileSigner({
      credentials: await makeLocalCertificate(),
      onUnsigned: () => undefined,
    });
    await maker.sign({ inputPath: file('jpeg'), outputPath: file('upstream'), made });
    await maker.close();
    const bytes = await sign('upstream');
    expect(await readCredentials('image/jpeg', bytes)).toMatchObject({
      state: 'Valid',
      actions: ['c2pa.opened', 'c2pa.edited.metadata'],
      hasParent: true,
      manifests: 2,
    });
  });

  it.each([
    ['that is cut off', (bytes: Buffer, at: number) => bytes.fill(0, at + 700, at + 1_500)],
    ['of an endless box', (bytes: Buffer, at: number) => bytes.fill(0xff, at - 4, at)],
    ['of noise', (bytes: Buffer, at: number) => bytes.fill(0x5a, at + 8, at + 2_000)],
  ])('is signed all the same with a manifest %s', async (_title, damage) => {
    await sign('png');
    const bytes = await readFile(file('png-signed'));
    damage(bytes, bytes.indexOf('jumb'));
    await writeFile(file('hostile'), bytes);
    const outputPath = file('hostile-signed');
    const signed = await signer.sign({ inputPath: file('hostile'), outputPath, made });
    expect(signed).toBeDefined();
    expect(await readCredentials('image/png', await readFile(outputPath))).toMatchObject({ made });
  });
});

it('the signer opens no address that a file names as the place of its manifest', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const place = `http://127.0.0.1:${port}/c2pa`;
  const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="${place}"/></rdf:RDF></x:xmpmeta>`;
  await sharp(file('jpeg')).withXmp(packet).toFile(file('remote'));
  const bytes = await sign('remote');
  expect(bytes.includes(place)).toBe(true);
  await sign('jpeg', { parentPath: file('remote') });
  expect(requests).toBe(0);
  server.close();
});

describe('a file stays unsigned', () => {
  it('of a type that has no place for it', async () => {
    expect(await signer.sign({ inputPath: file('webm'), outputPath: file('never'), made })).toBeUndefined();
    await expect(stat(file('never'))).rejects.toThrow('ENOENT');
  });

  it('when it is larger than fits into memory, together with its parent', async () => {
    await writeFile(file('large'), Buffer.concat([await readFile(file('png')), Buffer.alloc(100_000_000)]));
    const before = signer.counts.too_large;
    for (const request of [
      { inputPath: file('large') },
      { inputPath: file('png'), parentPath: file('large') },
    ])
      expect(await signer.sign({ outputPath: file('never'), made, ...request })).toBeUndefined();
    expect(signer.counts.too_large).toBe(before + 2);
  });

  it('when its time is up, and the next one is signed', async () => {
    unsigned.length = 0;
    const { failed } = signer.counts;
    const request = { inputPath: file('png'), outputPath: file('late'), made };
    expect(await signer.sign(request, { timeoutMs: 0 })).toBeUndefined();
    expect([unsigned, signer.counts.failed - failed]).toEqual([['failed'], 1]);
    expect(await signer.sign(request)).toBeDefined();
  });
});

it('a new certificate signs while files of the old one stay valid', async () => {
  const old = await sign('jpeg');
  const next = createFileSigner({ credentials: await makeLocalCertificate(), onUnsigned: () => undefined });
  await next.sign({
    inputPath: file('jpeg-signed'),
    outputPath: file('renewed'),
    parentPath: file('jpeg-signed'),
    made,
  });
  await next.close();
  expect(await readCredentials('image/jpeg', old)).toMatchObject({ state: 'Valid' });
  expect(await readCredentials('image/jpeg', await readFile(file('renewed')))).toMatchObject({
    state: 'Valid',
    hasParent: true,
  });
});

it('the signer knows when its certificate ends', async () => {
  const short = createFileSigner({
    credentials: await makeLocalCertificate({ days: 3 }),
    onUnsigned: () => undefined,
  });
  expect((short.validTo.getTime() - Date.now()) / 86_400_000).toBeCloseTo(3, 1);
});
