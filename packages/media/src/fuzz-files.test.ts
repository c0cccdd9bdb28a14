import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createMediaProcess } from './create-media-process.ts';
import { makeTestFile, makeVideo } from './testing/make-test-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'atelier fuzz '));
const media = createMediaProcess();
afterAll(async () => {
  await media.close();
  await rm(folder, { recursive: true, force: true });
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A few bytes become others, most of them in the head or the tail, where the structure is; every third file is cut off. */
function damage(file: Buffer, random: () => number): Buffer {
  const copy = Buffer.from(file);
  for (let change = 0; change < 1 + random() * 8; change += 1) {
    const range = random() < 0.7 ? Math.min(600, copy.length) : copy.length;
    const at = Math.floor(random() * range);
    copy[random() < 0.5 ? at : copy.length - 1 - at] = Math.floor(random() * 256);
  }
  return random() < 0.33 ? copy.subarray(0, Math.floor(random() * copy.length)) : copy;
}

async function readSample(kind: 'gif' | 'wav' | 'mp3'): Promise<Buffer> {
  makeTestFile(kind, join(folder, kind));
  return readFile(join(folder, kind));
}
const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#369' } });
const samples: [string, Buffer][] = [
  ['mp4', makeVideo('mp4')],
  ['mov', makeVideo('mov')],
  ['webm', makeVideo('webm')],
  ['gif', await readSample('gif')],
  ['wav', await readSample('wav')],
  ['mp3', await readSample('mp3')],
  ['jpeg', await picture.clone().jpeg().toBuffer()],
  ['png', await picture.clone().png().toBuffer()],
  ['webp', await picture.clone().webp().toBuffer()],
];

const rounds = 25;
/** Less than forever, and long enough on a machine with other things to do. */
const timeoutMs = 60_000;
const allRoundsMs = 600_000;

describe('a damaged file', () => {
  it.each(samples)(
    'is read or refused, and neither crashes nor stops its process: %s',
    async (name, file) => {
      const random = makeRandom(name.charCodeAt(0) * 1_000 + name.length);
      for (let round = 0; round < rounds; round += 1) {
        const path = join(folder, 'damaged');
        await writeFile(path, damage(file, random));
        const found = await media.probe(path, { timeoutMs }).catch((error: unknown) => error);
        if (!(found instanceof Error)) {
          expect(found).toMatchObject({ contentType: expect.any(String), most: expect.any(Object) });
          continue;
        }
        expect(found).toMatchObject({ code: 'media_unreadable' });
        expect(String(found.cause)).not.toMatch(/the process ended|no answer/);
      }
    },
    allRoundsMs,
  );
});
