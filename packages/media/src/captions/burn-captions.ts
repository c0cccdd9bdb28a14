import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { Cue } from '@atelier/catalog/captions';
import { type CodecContext, FFmpegError, type Packet, Rational, type Stream } from 'node-av';
import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_MP3,
  AV_CODEC_ID_OPUS,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants';
import { doubleMono } from '../double-mono.ts';
import { aacBlock, encodeWhole } from '../encode-whole.ts';
import { measureFile } from '../measure-packets.ts';
import { findPicture, openMedia } from '../open-media.ts';
import { inOrder } from '../order-packets.ts';
import { readHead } from '../read-head.ts';
import { readTurn, shownSize, type Turn } from '../rotation.ts';
import { mayBeClear, onBlack, openPictureDecoder } from '../transparency.ts';
import { type CaptionFonts, prepareFonts } from './caption-fonts.ts';
import { layOutCaptions } from './lay-out-captions.ts';
import { chooseSizes, writeAss } from './write-ass.ts';

export type BurnRequest = {
  videoPath: string;
  /** Written as mp4. Its folder is the caller's own: fonts are put into it, too. */
  outputPath: string;
  cues: readonly Cue[];
  /** The most that is encoded: pixels of all pictures together, and the time for them. */
  maxPixels: number;
  maxMs: number;
};

export type BurnedVideo = { ok: true; contentType: 'video/mp4' } | { ok: false; reason: BurnRefusal };
/** `too_large`: more than the limits of the request. `not_drawable`: no font has a letter of the captions. */
export type BurnRefusal = 'too_large' | 'not_drawable';

type Sizes = { width: number; height: number };

/**
 * Writes a video again as H.264 with captions drawn into its pictures. Size, times of the pictures and sound stay as they
 * are; only a sound that players do not expect in an mp4 becomes AAC. libass draws, as it shapes and orders every script,
 * with fonts of our own. Throws for a file without a picture, and for a GIF.
 */
export async function burnCaptions(request: BurnRequest): Promise<BurnedVideo> {
  const until = performance.now() + request.maxMs;
  const { contentType } = await readHead(request.videoPath);
  if (!contentType.startsWith('video/')) throw new Error(`${contentType} is no video`);
  const measured = await measureFile(request.videoPath, contentType);
  await using video = await openMedia(request.videoPath, contentType);
  await using sound = await openMedia(request.videoPath, contentType);
  const picture = findPicture(video);
  const { width, height } = picture.codecpar;
  if (measured.frames * width * height > request.maxPixels) return { ok: false, reason: 'too_large' };

  const turn = readTurn(picture);
  // The player's time begins with the file's first picture or sound.
  const cues = request.cues.map((cue) => ({
    ...cue,
    start: cue.start + measured.start,
    end: cue.end + measured.start,
  }));
  const drawing = await writeDrawing(cues, {
    folder: join(dirname(request.outputPath), 'captions'),
    ...shownSize({ width, height }, turn),
  });
  if (drawing === undefined) return { ok: false, reason: 'not_drawable' };
  const filter = `${turnFilter(turn)}${mayBeClear(picture) ? onBlack : ''}${drawing},crop=trunc(iw/2)*2:trunc(ih/2)*2,format=yuv420p`;
  const isDone = await encode({ video, sound, picture, filter, outputPath: request.outputPath, until });
  return isDone ? { ok: true, contentType: 'video/mp4' } : { ok: false, reason: 'too_large' };
}

/**
 * Writes the captions and their fonts into `folder`; returns the filter that draws them, undefined when no letter can be
 * drawn.
 */
export async function writeDrawing(
  cues: readonly Cue[],
  { folder, width, height }: Sizes & { folder: string },
): Promise<string | undefined> {
  await mkdir(folder, { recursive: true });
  const fontFolder = join(folder, 'fonts');
  const fonts: CaptionFonts = await prepareFonts(cues.map(({ text }) => text).join(''), fontFolder);
  const { em, maxEms } = chooseSizes({ width, height });
  const pages = layOutCaptions(cues, { maxEms, measureWidth: fonts.measureWidth });
  if (pages.length === 0) return undefined;
  const path = join(folder, 'captions.ass');
  await writeFile(path, writeAss(pages, { width, height, em, fonts }));
  return `ass=filename=${quote(path)}:fontsdir=${quote(fontFolder)}`;
}

/** Escapes a value of a filter twice: for its options, and for the graph. */
function quote(value: string): string {
  const escaped = value.replaceAll(/[\\':]/g, '\\$&');
  return escaped.replaceAll(/[\\'[\],;]/g, '\\$&');
}

/** Turns the pictures themselves, so that captions lie at the bottom of what players show. Empty, or with a comma behind it. */
export function turnFilter({ isMirrored, degrees }: Turn): string {
  const turns = { 0: '', 90: 'transpose=clock,', 180: 'hflip,vflip,', 270: 'transpose=cclock,' };
  return `${isMirrored ? 'vflip,' : ''}${turns[degrees]}`;
}

type Encoding = {
  video: Demuxer;
  sound: Demuxer;
  picture: Stream;
  filter: string;
  outputPath: string;
  until: number;
};

/** Half of the machine: its other processes come first. */
export const threadCount = Math.ceil(availableParallelism() / 2);

/** Returns false when the time is up before the end. */
async function encode({ video, sound, picture, filter, outputPath, until }: Encoding): Promise<boolean> {
  const { num, den } = picture.timeBase;
  using decoder = openPictureDecoder(picture, { context: { threadCount } });
  using drawn = FilterAPI.create(filter, { framerate: picture.avgFrameRate });
  using encoder = Encoder.createSync(FF_ENCODER_LIBX264, {
    filter: drawn,
    configure: setQuality,
    // Times of the source: those of a rate would move pictures that have none.
    context: { threadCount, timeBase: new Rational(num, den) },
  });
  // Puts the index in front, so that playing begins before the whole file is there.
  await using output = await Muxer.open(outputPath, { format: 'mp4', options: { movflags: '+faststart' } });
  const frames = drawn.framesSync(decoder.framesSync(video.packetsSync(picture.index)));
  const pictures = { index: output.addStream(encoder), packets: encoder.packetsSync(frames) };
  using tone = openSound(sound, output);
  for (const { index, packet } of inOrder(pictures, tone)) {
    using current = packet;
    output.writePacketSync(current, index);
    if (performance.now() > until) return false;
  }
  return true;
}

/** Sets options of libx264. As `options` of the encoder, node-av 6.1.1 would free them twice, and the process would die. */
export function setQuality(context: CodecContext): void {
  for (const [name, value] of Object.entries({ preset: 'veryfast', crf: '18' }))
    FFmpegError.throwIfError(context.setOption(name, value), `Could not set ${name}`);
}

const copiedSounds: ReadonlySet<number> = new Set([AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_OPUS]);
const soundFilter = 'aformat=sample_fmts=fltp:sample_rates=48000:channel_layouts=stereo';

type Sound = { index: number; packets: Iterator<Packet | null>; [Symbol.dispose]: () => void };

function openSound(sound: Demuxer, output: Muxer): Sound {
  const stream = sound.audio();
  const scope = new DisposableStack();
  const dispose = () => scope.dispose();
  if (!stream) return { index: -1, packets: [].values(), [Symbol.dispose]: dispose };
  const packets = sound.packetsSync(stream.index);
  if (copiedSounds.has(stream.codecpar.codecId))
    return { index: output.addStream(stream), packets, [Symbol.dispose]: dispose };
  const decoder = scope.use(Decoder.createSync(stream));
  const filter = scope.use(FilterAPI.create(`${doubleMono(stream)}${soundFilter}`));
  const encoder = scope.use(Encoder.createSync(FF_ENCODER_AAC, { filter, context: { bitRate: 192_000 } }));
  return {
    index: output.addStream(encoder),
    packets: encodeWhole(filter.framesSync(decoder.framesSync(packets)), { encoder, blockLength: aacBlock }),
    [Symbol.dispose]: dispose,
  };
}
