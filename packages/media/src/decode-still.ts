import type { Frame } from 'node-av';
import { type Decoder, type Demuxer, Scaler } from 'node-av/api';
import { AVSEEK_FLAG_BACKWARD } from 'node-av/constants';
import { findPicture } from './open-media.ts';
import { mayBeClear, openPictureDecoder } from './transparency.ts';

type Size = { width: number; height: number };

/** One decoded picture: RGB or, where it may be transparent, RGBA, a byte a channel, rows without padding. */
export type Still = Size & {
  pixels: Buffer;
  channels: 3 | 4;
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
  using decoder = openPictureDecoder(stream);
  const [format, channels] = mayBeClear(stream) ? (['rgba', 4] as const) : (['rgb', 3] as const);
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
    const pixels = scaler.toBufferSync(current, { resize: size, format });
    const brightness = measureBrightness(pixels, channels);
    if (seconds >= atSeconds && brightness >= blackBelow) return { pixels, channels, ...size, decoded };
    if (!best || brightness > best.brightness) best = { pixels, brightness };
    if (framesTried >= maxFramesTried) break;
  }
  if (!best) throw new Error('No picture could be decoded');
  return { pixels: best.pixels, channels, ...size, decoded };
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

/** A prime step, so that no column or channel is sampled alone. Transparent parts are as dark as black ones. */
function measureBrightness(pixels: Buffer, channels: Still['channels']): number {
  const step = 97;
  let [sum, count] = [0, 0];
  for (let at = 0; at < pixels.length; at += step) {
    const channel = at % channels;
    if (channel === 3) continue;
    const opacity = channels === 4 ? (pixels[at - channel + 3] ?? 0) / 255 : 1;
    sum += (pixels[at] ?? 0) * opacity;
    count += 1;
  }
  return sum / Math.max(1, count);
}
