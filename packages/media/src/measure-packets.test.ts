import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectFile } from './inspect/inspect-file.ts';
import { type MediaFacts, probeFile } from './probe-file.ts';
import { type CopiedTrack, copyTracks, patchAll, word } from './testing/edit-file.ts';
import { writeTestFile } from './testing/make-test-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'atelier measured '));
afterAll(() => rm(folder, { recursive: true, force: true }));
const toPath = (name: string) => join(folder, name);

/** Twelve seconds, five pictures in each. */
const graph = 'testsrc2=size=64x64:rate=5:duration=12,format=yuv420p';
const [mp4, webm, gif, tone] = [toPath('mp4'), toPath('webm'), toPath('gif'), toPath('tone')];
const track = { path: mp4, format: 'mov' };
const film = { path: webm, format: 'matroska' };
/** Two seconds, ten pictures in each. */
const brief = { path: toPath('brief'), format: 'mov' };

beforeAll(() => {
  writeTestFile({ container: 'mp4', encoder: 'libx264', graph }, mp4);
  writeTestFile({ container: 'webm', encoder: 'libvpx', graph }, webm);
  writeTestFile({ container: 'gif', encoder: 'gif', graph: graph.replace('yuv420p', 'rgb8') }, gif);
  const short = 'testsrc2=size=64x64:rate=10:duration=2,format=yuv420p';
  writeTestFile({ container: 'mp4', encoder: 'libx264', graph: short }, brief.path);
  const sound =
    'sine=frequency=440:sample_rate=44100:duration=12,aformat=sample_fmts=s16p:channel_layouts=mono';
  writeTestFile({ container: 'mp3', encoder: 'libmp3lame', graph: `${sound},asetnsamples=1152` }, tone);
}, 120_000);

async function probeBytes(bytes: Buffer): Promise<MediaFacts> {
  await writeFile(toPath('edited'), bytes);
  return probeFile({ path: toPath('edited') });
}

async function probeCopy(
  container: string,
  tracks: readonly CopiedTrack[],
  options?: Record<string, string>,
): Promise<MediaFacts> {
  await copyTracks(toPath('copied'), container, tracks, options);
  return probeFile({ path: toPath('copied') });
}

/** 4.9 seconds in the clock of each header: of the film in milliseconds, of the track in its own. */
const declareShort = (bytes: Buffer) => {
  const clock = bytes.readUInt32BE(bytes.indexOf('mdhd') + 16);
  const film = patchAll(bytes, 'mvhd', 20, word(4_900));
  return patchAll(patchAll(film, 'tkhd', 24, word(4_900)), 'mdhd', 20, word(4.9 * clock));
};
const durationId = Buffer.from([0x44, 0x89, 0x88]);
const declareInWebm = (bytes: Buffer, value: number) => {
  const float = Buffer.alloc(8);
  float.writeDoubleBE(value);
  return patchAll(bytes, durationId, 3, [...float]);
};
const at = (milliseconds: number, duration = 200) => ({
  pts: BigInt(milliseconds),
  dts: BigInt(milliseconds),
  duration: BigInt(duration),
});
const fragments = { movflags: 'frag_keyframe+empty_moov+default_base_moof' };

const twelveSeconds: [what: string, make: () => Promise<MediaFacts>][] = [
  ['an MP4', async () => probeBytes(await readFile(mp4))],
  ['an MP4 whose headers declare less', async () => probeBytes(declareShort(await readFile(mp4)))],
  [
    'an MP4 whose edit list shows less',
    async () => probeBytes(patchAll(await readFile(mp4), 'elst', 12, word(4_900))),
  ],
  [
    'an MP4 whose edit list begins at its end',
    async () => probeBytes(patchAll(await readFile(mp4), 'elst', 16, word(11 * 10_240))),
  ],
  ['a MOV', () => probeCopy('mov', [track])],
  [
    'a MOV whose headers declare less',
    async () => {
      await probeCopy('mov', [track]);
      return probeBytes(declareShort(await readFile(toPath('copied'))));
    },
  ],
  ['an MP4 in fragments', () => probeCopy('mp4', [track], fragments)],
  [
    'an MP4 in fragments with an index',
    () => probeCopy('mp4', [track], { movflags: 'dash+empty_moov+frag_keyframe' }),
  ],
  [
    'an MP4 in fragments whose head declares less',
    async () => {
      await probeCopy('mp4', [track], fragments);
      return probeBytes(patchAll(await readFile(toPath('copied')), 'mvhd', 20, word(4_900)));
    },
  ],
  ['a WebM', async () => probeBytes(await readFile(webm))],
  ['a WebM that declares less', async () => probeBytes(declareInWebm(await readFile(webm), 4_900))],
  ['a WebM that declares more', async () => probeBytes(declareInWebm(await readFile(webm), 600_000))],
  ['a WebM of a recorder, without a length', () => probeCopy('webm', [film], { live: '1' })],
  ['Matroska with the pictures of a WebM', () => probeCopy('matroska', [film])],
  ['a GIF', async () => probeBytes(await readFile(gif))],
  [
    'a video with a gap',
    () => probeCopy('mp4', [{ ...brief, retime: (n: number) => at(n < 19 ? n * 100 : 11_800) }]),
  ],
  [
    'a video whose pictures but the last have no time of their own',
    () => probeCopy('mp4', [{ ...brief, retime: (n: number) => at(n < 19 ? n : 11_800) }]),
  ],
  [
    'a video that begins late',
    () => probeCopy('mp4', [{ ...brief, retime: (n: number) => at(10_000 + n * 100, 100) }]),
  ],
  ['a second track that is longer', () => probeCopy('mp4', [brief, track])],
  ['a sound that is longer', () => probeCopy('mp4', [brief, { path: tone, format: 'mp3' }])],
];

describe('the measure that a price depends on', () => {
  it.each(twelveSeconds)('is the length of the packets of %s', async (_what, make) => {
    const { most } = await make();
    expect(most.seconds).toBeGreaterThan(11.9);
    expect(most.seconds).toBeLessThan(12.3);
  });

  it('is a tenth of a second for a picture of a GIF without delays, as browsers show it', async () => {
    const graphicControl = Buffer.from([0x21, 0xf9, 0x04]);
    const { most } = await probeBytes(patchAll(await readFile(gif), graphicControl, 4, [0, 0]));
    expect(most.seconds).toBeCloseTo(6, 1);
  });

  it('is ten minutes for pictures that are five seconds apart', async () => {
    const slow = (n: number) => at(n * 5_000, 5_000);
    const { most, fps } = await probeCopy('mp4', [{ ...track, retime: (n: number) => slow(n) }]);
    expect([most.seconds, fps]).toEqual([300, 0.2]);
  });

  it('is the rate of most pictures, where a long still part lowers that of the whole', async () => {
    const burst = (n: number) => at(n < 59 ? n * 10 : 11_800, 10);
    const { fps, most } = await probeCopy('mp4', [{ ...track, retime: (n: number) => burst(n) }]);
    expect(fps).toBeLessThan(6);
    expect(most.fps).toBeCloseTo(100, 0);
  });

  it('is a rate beyond every limit, where all pictures have the same time', async () => {
    const { most } = await probeCopy('matroska', [{ ...film, retime: () => at(0, 0) }]);
    expect(most.fps).toBeGreaterThan(1_000);
  });

  it('is not the time from zero to the first picture, where a recording was cut out of a longer one', async () => {
    const late = (n: number) => at(3_600_000 + n * 200);
    const { most } = await probeCopy('webm', [{ ...film, retime: (n: number) => late(n) }]);
    expect(most.seconds).toBeCloseTo(12, 1);
  });

  it('is the size of the decoded picture, whatever the index declares', async () => {
    const declared = patchAll(await readFile(mp4), 'avc1', 28, [0, 16, 0, 16]);
    expect(await probeBytes(declared)).toMatchObject({ width: 64, height: 64, most: { pixels: 4_096 } });
  });
});

describe('the part that players show', () => {
  it('is what an edit list leaves', async () => {
    const { durationSeconds } = await probeBytes(patchAll(await readFile(mp4), 'elst', 12, word(4_900)));
    expect(durationSeconds).toBeCloseTo(5, 0);
  });

  it('is compared with the length that was sold, also in a recording that declares none', async () => {
    await probeCopy('webm', [film], { live: '1' });
    const inspected = (soldSeconds: number) => inspectFile({ path: toPath('copied'), soldSeconds });
    expect(await inspected(12)).toMatchObject({ fault: null, doubt: null, measured: { seconds: 12 } });
    expect(await inspected(30)).toMatchObject({ fault: 'short' });
    await writeFile(toPath('false'), declareInWebm(await readFile(webm), 30_000));
    expect(await inspectFile({ path: toPath('false'), soldSeconds: 30 })).toMatchObject({ fault: 'short' });
  });
});
