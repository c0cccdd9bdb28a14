import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { splitCases } from '@atelier/dev-stack/test-sets';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { makeTestFile } from './testing/make-test-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'atelier hostile '));
const media = createMediaProcess();
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

const toPath = (name: string) => join(folder, name);
async function pickSample(kind: 'mp4' | 'webm' | 'gif'): Promise<Buffer> {
  makeTestFile(kind, toPath(kind));
  return readFile(toPath(kind));
}
const [mp4, webm, gif] = [await pickSample('mp4'), await pickSample('webm'), await pickSample('gif')];
const pixel = { create: { width: 1, height: 1, channels: 3, background: '#c33' } } as const;
const png = await sharp(pixel).png().toBuffer();
const jpeg = await sharp(pixel).jpeg().toBuffer();

/** A copy with other bytes from where `mark` stands, `offset` bytes further on. */
function patched(file: Buffer, mark: string, offset: number, bytes: readonly number[]): Buffer {
  const at = file.indexOf(mark, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${mark}`);
  const copy = Buffer.from(file);
  copy.set(bytes, at + offset);
  return copy;
}

/** The box `moov` with what `fill` makes of its inside. */
function withIndex(fill: (inside: Buffer) => void): Buffer {
  const copy = Buffer.from(mp4);
  const at = copy.indexOf('moov', 0, 'latin1');
  fill(copy.subarray(at + 4, at - 4 + copy.readUInt32BE(at - 4)));
  return copy;
}

function box(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + content.length);
  return Buffer.concat([length, Buffer.from(type), content]);
}

function makeFragment(samples: number): Buffer {
  const run = Buffer.alloc(8);
  run.writeUInt32BE(samples, 4);
  return box('moof', box('traf', box('trun', run)));
}

/** A film whose blocks hold 256 pictures of one byte each. */
function laced(pictures: number): Buffer {
  const lace = Buffer.concat([Buffer.from([0x81, 0, 0, 0x04, 0xff]), Buffer.alloc(256, 0x11)]);
  const block = Buffer.concat([Buffer.from([0xa3, 0x41, 0x05]), lace]);
  const blocks = Buffer.concat(Array.from({ length: Math.ceil(pictures / 256) }, () => block));
  const segment = webm.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]));
  const open = [0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
  const copy = Buffer.from(webm);
  copy.set(open, segment + 4);
  const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75, ...open, 0xe7, 0x81, 0x63]);
  return Buffer.concat([copy, cluster, blocks]);
}

/** Tables of an index that say there are no samples; the count stands behind version and flags. */
function withoutFrames(): Buffer {
  let file = patched(mp4, 'stsz', 12, [0, 0, 0, 0]);
  for (const table of ['stts', 'stsc', 'stco', 'stss'])
    if (file.includes(table, 0, 'latin1')) file = patched(file, table, 8, [0, 0, 0, 0]);
  return file;
}

function pngOfSize(width: number, height: number): Buffer {
  const copy = Buffer.from(png);
  copy.writeUInt32BE(width, 16);
  copy.writeUInt32BE(height, 20);
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29);
  return copy;
}

const huge = [0xff, 0xff, 0xff, 0xff];
const hostile: [what: string, bytes: Buffer][] = [
  ['nothing at all', Buffer.alloc(0)],
  ['one byte', Buffer.from([0])],
  ['a video that is cut off in its data', mp4.subarray(0, Math.floor(mp4.length * 0.7))],
  ['a video that is cut off in its index', mp4.subarray(0, 200)],
  ['a video without an index', patched(mp4, 'moov', 0, [...Buffer.from('free')])],
  ['a video whose index is noise', withIndex((inside) => inside.fill(0xa5))],
  ['a video whose index is empty', withIndex((inside) => inside.fill(0))],
  ['a video whose index claims more than there is', patched(mp4, 'moov', -4, [0x7f, 0xff, 0xff, 0xff])],
  ['a video with four billion samples', patched(mp4, 'stsz', 12, huge)],
  ['a video of no frames', withoutFrames()],
  ['a video of fifty million pictures of one byte', patched(mp4, 'stsz', 8, [0, 0, 0, 1, 2, 250, 240, 128])],
  ['a video whose edit list shows it a million times', patched(mp4, 'elst', 8, [0, 15, 66, 64])],
  ['a fragment of fifty million pictures', Buffer.concat([mp4, makeFragment(50_000_000)])],
  ['a film of nothing but a head', webm.subarray(0, 64)],
  ['a gif of nothing but a head', gif.subarray(0, 13)],
  ['a gif that ends at once', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1')],
  ['a gif that claims a screen of 65,535 x 65,535', patched(gif, 'GIF89a', 6, huge)],
  ['a picture of 60,000 x 60,000', pngOfSize(60_000, 60_000)],
  ['a picture of two billion columns', pngOfSize(0x7fffffff, 1)],
  ['a picture of no size', pngOfSize(0, 0)],
  ['a photo that is cut off', jpeg.subarray(0, jpeg.length / 2)],
  ['half a million pictures of one byte', laced(500_000)],
];

/** Less than a job waits for it, and long enough on a machine with other things to do. */
const timeoutMs = 60_000;

describe('a hostile file', () => {
  for (const [options, cases] of splitCases(hostile, hostile.length - 1, 'load'))
    it.each(cases)('is refused in time and costs no process: %s', options, async (_what, bytes) => {
      const path = toPath('hostile');
      await writeFile(path, bytes);
      const clearly = {
        code: 'media_unreadable',
        cause: expect.objectContaining({
          message: expect.not.stringMatching(/^(the process ended|no answer)/),
        }),
      };
      await expect(media.probe(path, { timeoutMs })).rejects.toMatchObject(clearly);
      await expect(media.poster(path, toPath('poster'), { timeoutMs })).rejects.toMatchObject(clearly);
    });

  it('that is only large has a poster: 8K', async () => {
    const path = toPath('large');
    await sharp({ create: { width: 7_680, height: 4_320, channels: 3, background: '#369' } })
      .jpeg()
      .toFile(path);
    const poster = await media.poster(path, toPath('poster'), { timeoutMs });
    expect(poster).toMatchObject({ width: 640, height: 360 });
  });
});
