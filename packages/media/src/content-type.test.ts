import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { probeFile } from './probe-file.ts';
import { copyTracks, patchAll, word } from './testing/edit-file.ts';
import { makeTestFile } from './testing/make-test-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'atelier types '));
afterAll(() => rm(folder, { recursive: true, force: true }));
const toPath = (name: string) => join(folder, name);
const names = ['mp4', 'mov', 'webm', 'gif', 'wav', 'mp3', 'soundMp4'] as const;
for (const name of names) makeTestFile(name, toPath(name));
const [mp4, mov, webm, gif, wav, mp3, soundMp4] = await Promise.all(
  names.map((name) => readFile(toPath(name))),
);
if (!mp4 || !mov || !webm || !gif || !wav || !mp3 || !soundMp4) throw new Error('A file is missing');

async function readType(bytes: Buffer): Promise<string> {
  await writeFile(toPath('file'), bytes);
  return (await probeFile({ path: toPath('file') })).contentType;
}
const ascii = (text: string) => [...Buffer.from(text, 'latin1')];
const withBrand = (brand: string, file = mp4) => patchAll(file, 'ftyp', 4, ascii(brand));
const box = (type: string, content: Buffer | string = '') =>
  Buffer.concat([Buffer.from(word(8 + content.length)), Buffer.from(type), Buffer.from(content)]);
const withoutBrands = (file: Buffer) => file.subarray(file.readUInt32BE(0));

const brands =
  'isom iso2 iso9 isoa mp41 mp42 mp71 avc1 hvc1 dash cmfc M4V_ M4VH M4VP MSNV XAVC NDSC f4v_ 3gp5 3g2a XXXX M4A_ heic avif';

describe('a video of the MP4 and QuickTime family', () => {
  it.each(brands.split(' '))('is an MP4 whatever its brand: %s', async (brand) => {
    expect(await readType(withBrand(brand.replace('_', ' ')))).toBe('video/mp4');
  });

  it.each<[string, Buffer]>([
    ['its brand', mov],
    ['no brand', withoutBrands(mov)],
    ...['wide', 'free', 'skip', 'pnot', 'uuid'].map((first): [string, Buffer] => [
      `no brand, and a box ${first} first`,
      Buffer.concat([box(first, Buffer.alloc(20)), withoutBrands(mov)]),
    ]),
  ])('is QuickTime by %s', async (_what, bytes) => {
    // The index counts from the beginning of the file, so its pictures are not where it says; only the type is asked for.
    const shift = bytes.length - mov.length;
    expect(await readType(shiftChunks(bytes, shift))).toBe('video/quicktime');
  });

  it('is taken with its brand behind another box, and with bytes behind its end', async () => {
    const padded = Buffer.concat([box('free', Buffer.alloc(16)), mp4]);
    expect(await readType(shiftChunks(padded, padded.length - mp4.length))).toBe('video/mp4');
    for (const tail of [Buffer.alloc(3), Buffer.alloc(100), Buffer.from('a note that a camera left behind')])
      expect(await readType(Buffer.concat([mp4, tail]))).toBe('video/mp4');
  });

  it.each<[string, Buffer]>([
    ['without a video track', soundMp4],
    ['without a video track, whatever its brand', withBrand('mp42', soundMp4)],
  ])('is a sound %s', async (_what, bytes) => {
    expect(await readType(bytes)).toBe('audio/mp4');
  });

  it('is no sequence of pictures, as in HEIC and AVIF', async () => {
    const pictures = patchAll(withBrand('heic'), 'vide', 0, ascii('pict'));
    const message = 'The file has neither a video track nor a sound track';
    await expect(readType(pictures)).rejects.toMatchObject({ message });
  });
});

/** Moves where an index says that the pictures are. */
function shiftChunks(bytes: Buffer, by: number): Buffer {
  const at = bytes.indexOf('stco', 0, 'latin1');
  const copy = Buffer.from(bytes);
  for (let entry = 0; entry < copy.readUInt32BE(at + 8); entry += 1) {
    const place = at + 12 + 4 * entry;
    copy.writeUInt32BE(copy.readUInt32BE(place) + by, place);
  }
  return copy;
}

describe('other types by content', () => {
  it('Matroska is WebM where browsers can play its pictures', async () => {
    await copyTracks(toPath('mkv'), 'matroska', [{ path: toPath('webm'), format: 'matroska' }]);
    expect(await readType(await readFile(toPath('mkv')))).toBe('video/webm');
    await copyTracks(toPath('mkv'), 'matroska', [{ path: toPath('mp4'), format: 'mov' }]);
    await expect(readType(await readFile(toPath('mkv')))).rejects.toThrow('The file is no WebM');
  });

  it('WebM is found behind a long header', async () => {
    const size = (webm[4] ?? 0) & 0x7f;
    const padding = Buffer.concat([Buffer.from([0xec, 0xc8]), Buffer.alloc(0x48)]);
    const header = Buffer.concat([padding, webm.subarray(5, 5 + size)]);
    const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x40, header.length]);
    expect(await readType(Buffer.concat([head, header, webm.subarray(5 + size)]))).toBe('video/webm');
  });

  it('a sound is what its form says', async () => {
    const open = patchAll(wav, 'RIFF', 0, [...ascii('RF64'), 255, 255, 255, 255]);
    const sizes = Buffer.alloc(28);
    sizes.writeUInt32LE(wav.length, 0);
    sizes.writeUInt32LE(wav.length - 44, 8);
    const sized = Buffer.concat([
      open.subarray(0, 12),
      Buffer.from('ds64\x1c\0\0\0'),
      sizes,
      open.subarray(12),
    ]);
    expect(await readType(sized)).toBe('audio/wav');
    const tag = Buffer.from('ID3\x04\0\0\0\0\0\x0a0123456789', 'latin1');
    const bare = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xfb])));
    for (const bytes of [mp3, bare, Buffer.concat([tag, bare])])
      expect(await readType(bytes)).toBe('audio/mpeg');
    await expect(readType(Buffer.concat([tag, Buffer.alloc(5_000, 7)]))).rejects.toThrow();
  });

  it('a GIF of 1987 is a GIF, and a picture in SVG is nothing', async () => {
    expect(await readType(patchAll(gif, 'GIF89a', 0, ascii('GIF87a')))).toBe('image/gif');
    await expect(readType(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).rejects.toThrow(
      'no type',
    );
  });

  it.each(['webm', 'gif', 'mp4', 'mov', 'wav'] as const)('half a %s is cut off', async (name) => {
    const whole = await readFile(toPath(name));
    for (const share of [0.3, 0.5, 0.9])
      await expect(readType(whole.subarray(0, Math.floor(whole.length * share)))).rejects.toThrow('cut off');
  });
});

describe('a picture', () => {
  const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } });
  const readSize = async (bytes: Buffer) => {
    await writeFile(toPath('picture'), bytes);
    const { width, height, most } = await probeFile({ path: toPath('picture') });
    return [width, height, most.pixels];
  };

  it('has the size that its pixels have once it is upright', async () => {
    const turned = await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await readSize(turned)).toEqual([40, 60, 2_400]);
    for (const format of ['jpeg', 'png', 'webp'] as const)
      expect(await readSize(await picture.clone().toFormat(format).toBuffer())).toEqual([60, 40, 2_400]);
  });

  it('has that of one of its pictures when it moves', async () => {
    const frames = sharp({
      create: { width: 60, height: 80, channels: 3, background: '#c33', pageHeight: 40 },
    });
    await writeFile(toPath('moving'), await frames.webp({ loop: 0, delay: [100, 100] }).toBuffer());
    const { width, height, most } = await probeFile({ path: toPath('moving') });
    expect([width, height, most.pixels]).toEqual([60, 40, 2_400]);
  });

  it('has the size that a decoder makes of it, which fills up what is missing', async () => {
    const bytes = await picture.clone().jpeg().toBuffer();
    const rowsAt = bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5;
    bytes.writeUInt16BE(8, rowsAt);
    const { info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    expect(await readSize(bytes)).toEqual([info.width, info.height, info.width * info.height]);
    bytes.writeUInt16BE(4_000, rowsAt);
    expect(await readSize(bytes)).toEqual([60, 4_000, 240_000]);
  });
});
