import type { Frame } from 'node-av';
import { Decoder, type Demuxer, Scaler } from 'node-av/api';
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { findPicture } from './open-media.ts';

type Size = { width: number; height: number };

/** One decoded picture: RGB, 3 bytes a pixel, rows without padding. */
export type Still = Size & {
  pixels: Buffer;
  /** The size of the largest picture that was decoded, whatever the file declares. */
  decoded: Size;
};

const maxFramesTried = 90;
/** Mean of the sampled bytes, 0 to 255, under which a frame counts as black. */
const blackBelow = 12;

/**
 * Decodes the first frame at or after `atSeconds` that is not black; when none comes within the frames tried, the
 * brightest of those. At most `maxWidth` pixels wide. Throws when no frame can be decoded.
 */
export function decodeStill(media: Demuxer, atSeconds: number, maxWidth: number): Still {
  const stream = findPicture(media);
  const size = fitWidth(stream.codecpar.width, stream.codecpar.height, maxWidth);
  using decoder = Decoder.createSync(stream);
  using scaler = new Scaler();
  // Seeking lands on the key frame before the wanted moment, so the frames up to it are decoded and passed over.
  if (atSeconds > 0) media.seekSync(atSeconds, -1, AVSEEK_FLAG_BACKWARD);
  let best: { pixels: Buffer; brightness: number } | undefined;
  let decoded: Size = { width: 0, height: 0 };
  let framesTried = 0;
  for (const frame of decodedFrames(media, decoder, stream.index)) {
    using current = frame;
    framesTried += 1;
    decoded = larger(decoded, { width: current.width, height: current.height });
    const seconds = Number(current.bestEffortTimestamp) * (stream.timeBase.num / stream.timeBase.den);
    if (best && seconds < atSeconds) continue;
    const pixels = scaler.toBufferSync(current, { resize: size, format: 'rgb' });
    const brightness = measureBrightness(pixels);
    if (seconds >= atSeconds && brightness >= blackBelow) return { pixels, ...size, decoded };
    if (!best || brightness > best.brightness) best = { pixels, brightness };
    if (framesTried >= maxFramesTried) break;
  }
  if (!best) throw new Error('No picture could be decoded');
  return { pixels: best.pixels, ...size, decoded };
}

function larger(one: Size, other: Size): Size {
  return other.width * other.height > one.width * one.height ? other : one;
}

function fitWidth(width: number, height: number, maxWidth: number): Size {
  if (width < 1 || height < 1) throw new Error('The picture has no size');
  if (width <= maxWidth) return { width, height };
  return { width: maxWidth, height: Math.max(1, Math.round((height * maxWidth) / width)) };
}

function* decodedFrames(media: Demuxer, decoder: Decoder, streamIndex: number): Generator<Frame> {
  for (const packet of media.packetsSync(streamIndex)) {
    if (!packet) break;
    using current = packet;
    yield* decoder.decodeAllSync(current);
  }
  yield* decoder.decodeAllSync(null);
}

/** A prime step, so that no column or channel is sampled alone. */
function measureBrightness(pixels: Buffer): number {
  const step = 97;
  let sum = 0;
  for (let at = 0; at < pixels.length; at += step) sum += pixels[at] ?? 0;
  return (sum * step) / pixels.length;
}
