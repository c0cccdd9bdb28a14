import type { Frame } from 'node-av';
import { type Decoder, type Demuxer, FilterAPI } from 'node-av/api';
import { AV_PKT_FLAG_DISCARD, AVCOL_SPC_UNSPECIFIED } from 'node-av/constants';
import sharp from 'sharp';
import type { ContentType } from './content-type.ts';
import { measureFile } from './measure-packets.ts';
import { findPicture, openMedia } from './open-media.ts';
import { readHead } from './read-head.ts';
import { readTurn, shownSize, type Turn, turnPicture } from './rotation.ts';
import { hasAlpha, openPictureDecoder } from './transparency.ts';

/** Seconds count from the first frame. */
export type FrameMoment = 'first' | 'last' | number;

/**
 * `timestamp` names the frame within its file, in the units of the stream. Not found: the moment is past the end, which
 * is at `durationSeconds`.
 */
export type FoundFrame =
  | { found: true; timestamp: number; width: number; height: number }
  | { found: false; durationSeconds: number };

/** Players report a moment in floating point, which may be a hair before the frame that they show. */
const toleranceSeconds = 0.001;

/**
 * The frame that a player shows at a moment. It comes from the index of the file alone: every frame's time is known
 * before one is decoded, in whatever order they are stored.
 */
export async function findFrame({ path, at }: { path: string; at: FrameMoment }): Promise<FoundFrame> {
  const { contentType } = await readHead(path);
  await using media = await openMedia(path, contentType);
  const picture = findPicture(media);
  const { codecpar, timeBase } = picture;
  const size = shownSize({ width: codecpar.width, height: codecpar.height }, readTurn(picture));
  const toFrame = (timestamp: number) => ({ found: true, timestamp, ...size }) as const;
  const packets = listPackets(media).filter(({ isShown }) => isShown);
  const times = packets.map(({ timestamp }) => timestamp).toSorted((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) throw new Error('The file has no picture');
  if (at === 'first') return toFrame(first);
  if (at === 'last') return toFrame(last);

  const unit = timeBase.num / timeBase.den;
  const measured = await measureFile(path, contentType);
  const durationSeconds = measured.end - measured.start;
  if (at > durationSeconds + toleranceSeconds) return { found: false, durationSeconds };
  const latest = first + (at + toleranceSeconds) / unit;
  return toFrame(times.findLast((time) => time <= latest) ?? first);
}

type PacketTime = { timestamp: number; isKey: boolean; isShown: boolean };

function listPackets(media: Demuxer): PacketTime[] {
  const packets: PacketTime[] = [];
  for (const packet of media.packetsSync(findPicture(media).index)) {
    if (!packet) break;
    using current = packet;
    packets.push({
      timestamp: Number(current.pts),
      isKey: current.isKeyframe,
      // Frames before the cut of an edit list are decoded only because later ones need them.
      isShown: !current.hasFlags(AV_PKT_FLAG_DISCARD),
    });
  }
  return packets;
}

/**
 * Writes the frame that `findFrame` found as a PNG in full size, turned as players show it. The last frame of all leaves
 * a decoder only at the end of the packets.
 */
export async function writeFrame(request: {
  path: string;
  outputPath: string;
  timestamp: number;
}): Promise<void> {
  const { contentType } = await readHead(request.path);
  const from = await findKeyBefore(request.timestamp, request.path, contentType);
  await using media = await openMedia(request.path, contentType);
  const stream = findPicture(media);
  using decoder = openPictureDecoder(stream);
  using best = pickFrame(decodedFrames(media, decoder, from), request.timestamp);
  if (!best) throw new Error('No picture could be decoded');
  await writePng(best, request.outputPath, readTurn(stream));
}

/** Frames come in the order of their times. */
function pickFrame(frames: Iterable<Frame>, timestamp: number): Frame | undefined {
  let best: Frame | undefined;
  for (const frame of frames) {
    const time = Number(frame.bestEffortTimestamp);
    if (time > timestamp && best) {
      frame.free();
      break;
    }
    best?.free();
    best = frame;
    if (time >= timestamp) break;
  }
  return best;
}

/** Where decoding begins: what stands before the key frame is not needed, and may be most of the file. */
async function findKeyBefore(timestamp: number, path: string, contentType: ContentType): Promise<number> {
  await using media = await openMedia(path, contentType);
  const keys = listPackets(media).filter((packet) => packet.isKey && packet.timestamp <= timestamp);
  return Math.max(...keys.map((key) => key.timestamp));
}

function* decodedFrames(media: Demuxer, decoder: Decoder, from: number): Generator<Frame> {
  let hasBegun = from === -Infinity;
  for (const packet of media.packetsSync(findPicture(media).index)) {
    if (!packet) break;
    using current = packet;
    hasBegun ||= current.isKeyframe && Number(current.pts) === from;
    if (hasBegun) yield* decoder.decodeAllSync(current);
  }
  yield* decoder.decodeAllSync(null);
}

/** Browsers take a video that does not name its colours for BT.709 from this height on, else for BT.601. */
const hdHeight = 720;

/** A wrong matrix shifts every colour, which is seen where the frame becomes the first one of another video. */
async function writePng(frame: Frame, outputPath: string, turn: Turn): Promise<void> {
  const { width, height, colorSpace } = frame;
  const assumed = height >= hdHeight ? 'bt709' : 'bt601';
  const matrix = colorSpace === AVCOL_SPC_UNSPECIFIED ? assumed : 'auto';
  const isClear = hasAlpha(frame);
  using filter = FilterAPI.create(
    `scale=in_color_matrix=${matrix}:flags=bicubic+accurate_rnd+full_chroma_int,format=${isClear ? 'rgba' : 'rgb24'}`,
  );
  for (const converted of filter.framesSync(frame)) {
    if (!converted) continue;
    using picture = converted;
    const raw = { width, height, channels: isClear ? 4 : 3 } as const;
    await turnPicture(sharp(picture.toBuffer(), { raw }), turn).png().toFile(outputPath);
    return;
  }
  throw new Error('The picture could not be converted');
}
