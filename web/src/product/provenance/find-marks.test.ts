import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { findMarks } from './find-marks.ts';
import { pngWithTexts } from './testing/png-with-texts.ts';
import { signFile } from './testing/sign-file.ts';

const plain = pngWithTexts({});
const box = (type: string, length: number, content = Buffer.alloc(0)) => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
};

/** A second of silence. */
function wav(): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  const rates = Buffer.from(Uint32Array.of(8_000, 8_000, 0x0008_0001).buffer);
  const data = Buffer.concat([Buffer.from('data\x40\x1f\0\0', 'latin1'), Buffer.alloc(8_000, 128)]);
  const file = Buffer.concat([head, rates, data]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

describe('the marks of a file', () => {
  it.each(['tEXt', 'zTXt', 'iTXt', 'compressed iTXt'] as const)(
    'are the texts of a PNG in %s',
    async (type) => {
      const { texts, hasManifest } = await findMarks(
        new Blob([pngWithTexts({ parameters: '雨夜 é' }, type)]),
      );
      expect([Object.fromEntries(texts), hasManifest]).toEqual([{ parameters: '雨夜 é' }, false]);
    },
  );

  it('are found behind a picture of many parts', async () => {
    const end = plain.subarray(plain.length - 12);
    const before = plain.subarray(0, plain.length - 12);
    const many = Array.from({ length: 300 }, () => box('IDAT', 8_192, Buffer.alloc(8_196)));
    const text = pngWithTexts({ prompt: '{}' }).subarray(33);
    const { texts } = await findMarks(new Blob([before, ...many, text, end]));
    expect(texts.get('prompt')).toBe('{}');
  });

  it('include a manifest in a PNG', async () => {
    expect((await findMarks(new Blob([await signFile(plain, 'image/png')]))).hasManifest).toBe(true);
    expect((await findMarks(new Blob([plain]))).hasManifest).toBe(false);
  });

  it.each(['jpeg', 'webp', 'avif', 'gif', 'wav'] as const)(
    'include a manifest in a file of %s',
    async (format) => {
      const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#567' } });
      const [type, file] =
        format === 'wav' ? ['audio/wav', wav()] : [`image/${format}`, await picture[format]().toBuffer()];
      const signed = await signFile(file, type);
      expect((await findMarks(new Blob([signed]))).hasManifest).toBe(true);
      expect((await findMarks(new Blob([Uint8Array.from(file)]))).hasManifest).toBe(false);
    },
  );

  it('include a manifest in the boxes of a video, and not a word of the kind in its data', async () => {
    const id = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex');
    const start = box('ftyp', 16, Buffer.from('isom\0\0\0\0'));
    const large = Buffer.concat([
      box('mdat', 1, Buffer.from([0, 0, 0, 0, 0, 0, 0, 24])),
      Buffer.from('c2pajumb'),
    ]);
    const find = async (...parts: Buffer[]) => (await findMarks(new Blob(parts as BlobPart[]))).hasManifest;
    expect(await find(start, large, box('uuid', 24, id))).toBe(true);
    expect(await find(start, large, box('uuid', 24, Buffer.alloc(16)))).toBe(false);
    expect(await find(start, box('mdat', 0, Buffer.from('c2pa')))).toBe(false);
  });

  it('are none in files that are empty, cut off or hostile', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const bomb = pngWithTexts({ parameters: 'a'.repeat(8_000_000) }, 'zTXt');
    const broken = pngWithTexts({ parameters: 'a'.repeat(50) }, 'zTXt');
    broken.fill(0xff, 60, 75);
    const files = [
      Buffer.alloc(0),
      plain.subarray(0, 20),
      bomb,
      broken,
      Buffer.from('\xff\xd8\xff', 'latin1'),
      Buffer.from('RIFF\xff\xff\xff\xffWEBPVP8 ', 'latin1'),
      box('ftyp', 3),
      box('ftyp', 16),
    ];
    for (const file of files) {
      const { hasManifest, texts } = await findMarks(new Blob([file as Buffer<ArrayBuffer>]));
      expect([hasManifest, texts.size]).toEqual([false, 0]);
    }
    warn.mockRestore();
  });
});
