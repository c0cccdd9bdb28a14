import type { Frame } from 'node-av';
import { Decoder, type Demuxer, Scaler } from 'node-av/api';
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { measurePackets } from '../measure-packets.ts';
import { findPicture } from '../open-media.ts';
import { drawSheet } from './draw-sheet.ts';
import { type Finding, type Inspection, judgeLength, pickWorst } from './inspection.ts';
import {
  comparedWidth,
  type Detail,
  detailSide,
  judgeDifference,
  judgeSmoothness,
  judgeSpreads,
  measureDifference,
  measureSmoothness,
  measureSpread,
  type SmallPicture,
} from './measure-picture.ts';

/** Number of pictures sampled from a clip, spread over its length. */
const maxSamples = 6;
/** Number of key frames that suffice to judge a clip; each is decoded alone, and was compressed like the others. */
const enoughKeyFrames = 3;
/**
 * Bytes for each pixel of a frame that refers to others, in the middle of them by size. Above it a clip moves: at first
 * only its key frames are decoded. Below it all of it is decoded, which costs little, because there is little in it.
 */
const movingFrom = 0.004;

type Sample = { small: SmallPicture; smoothness: number };

/** Throws when no picture can be decoded. */
export async function inspectVideo(media: Demuxer, soldSeconds: number | undefined): Promise<Inspection> {
  const packets = readPackets(media);
  const isMoving = packets.bytesPerPixel >= movingFrom;
  const samples = chooseSamples(media, packets, isMoving);
  if (samples.length === 0) throw new Error('No picture could be decoded');
  const difference = isMoving ? undefined : differenceWithin(samples);
  return {
    ...pickWorst([
      judgePictures(samples),
      judgeDifference(difference),
      judgeLength(packets.seconds, soldSeconds),
    ]),
    measured: {
      spread: Math.max(...samples.map(({ small }) => measureSpread(small))),
      smoothness: Math.max(...samples.map(({ smoothness }) => smoothness)),
      bytesPerPixel: packets.bytesPerPixel,
      ...(difference === undefined ? {} : { difference }),
      seconds: packets.seconds,
    },
    frames: await drawSheet(samples.map(({ small }) => small)),
  };
}

function chooseSamples(media: Demuxer, packets: Packets, isMoving: boolean): Sample[] {
  const isShown = packets.keyFrames >= enoughKeyFrames;
  const samples = isMoving || isShown ? decodeSamples(media, 'key frames', packets.keyFrames) : [];
  // A clip may begin in black, or come out of a fog of noise.
  const isSure = samples.length > 0 && !(isMoving && judgePictures(samples).fault);
  return isSure ? samples : decodeSamples(media, 'all', packets.frames);
}

function judgePictures(samples: readonly Sample[]): Finding {
  if (samples.length === 0) return pickWorst([]);
  return pickWorst([
    judgeSpreads(samples.map(({ small }) => measureSpread(small))),
    judgeSmoothness(samples.map(({ smoothness }) => smoothness)),
  ]);
}

/**
 * Returns the largest difference of the pictures from their first, without the first quarter, which an encoder only
 * refines. Returns undefined for fewer than two pictures.
 */
function differenceWithin(samples: readonly Sample[]): number | undefined {
  const refined = samples.length < 3 ? 0 : Math.max(1, Math.floor(samples.length / 4));
  const [reference, ...later] = samples.slice(refined);
  if (!reference || later.length === 0) return undefined;
  return Math.max(...later.map(({ small }) => measureDifference(reference.small, small)));
}

type Packets = { frames: number; keyFrames: number; bytesPerPixel: number; seconds: number };

/** Reads sizes only; nothing is decoded. */
function readPackets(media: Demuxer): Packets {
  const stream = findPicture(media);
  const sizes: number[] = [];
  let keyFrames = 0;
  const { start, end } = measurePackets(media, ({ streamIndex, isKeyframe, size }) => {
    if (streamIndex !== stream.index) return;
    if (isKeyframe) keyFrames += 1;
    else sizes.push(size);
  });
  const pixels = stream.codecpar.width * stream.codecpar.height;
  const middle = sizes.toSorted((a, b) => a - b)[Math.floor(sizes.length / 2)] ?? 0;
  return {
    frames: sizes.length + keyFrames,
    keyFrames,
    bytesPerPixel: middle / Math.max(1, pixels),
    seconds: end - start,
  };
}

/** Decodes at most `maxSamples` of the `count` frames or key frames. */
function decodeSamples(media: Demuxer, which: 'all' | 'key frames', count: number): Sample[] {
  const stream = findPicture(media);
  const step = Math.max(1, Math.ceil(count / maxSamples));
  const samples: Sample[] = [];
  using decoder = Decoder.createSync(stream);
  using scaler = new Scaler();
  media.seekSync(0, -1, AVSEEK_FLAG_BACKWARD);
  let seen = 0;
  const isChosen = () => seen++ % step === 0;
  const look = (frames: readonly Frame[]) => {
    for (const frame of frames) {
      using current = frame;
      if (which === 'key frames' || isChosen()) samples.push(pickSample(scaler, current));
    }
  };
  for (const packet of media.packetsSync(stream.index)) {
    if (!packet) break;
    using current = packet;
    if (which === 'all' || (current.isKeyframe && isChosen())) look(decoder.decodeAllSync(current));
  }
  look(decoder.decodeAllSync(null));
  return samples;
}

function pickSample(scaler: Scaler, frame: Frame): Sample {
  const width = Math.min(frame.width, comparedWidth);
  const size = { width, height: Math.max(1, Math.round((frame.height * width) / frame.width)) };
  const pixels = scaler.toBufferSync(frame, { resize: size, format: 'rgb' });
  return { small: { pixels, ...size }, smoothness: measureSmoothness(readDetail(scaler, frame)) };
}

/** The middle of the picture. */
function readDetail(scaler: Scaler, frame: Frame): Detail {
  const side = { width: Math.min(frame.width, detailSide), height: Math.min(frame.height, detailSide) };
  const x = Math.floor((frame.width - side.width) / 2);
  const y = Math.floor((frame.height - side.height) / 2);
  const pixels = scaler.toBufferSync(frame, { crop: { x, y, ...side }, format: 'gray' });
  return { pixels, ...side };
}
