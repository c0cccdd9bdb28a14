import { Codec, type Stream } from 'node-av';
import type { Demuxer } from 'node-av/api';
import sharp from 'sharp';
import type { ContentType } from './content-type.ts';
import { decodeStill } from './decode-still.ts';
import { measureFile, measurePackets } from './measure-packets.ts';
import { findPicture, isCover, listPictures, openMedia } from './open-media.ts';
import { type Head, readHead } from './read-head.ts';
import { readTurn, shownSize } from './rotation.ts';

export type MediaFacts = {
  contentType: ContentType;
  bytes: number;
  /** Size as players show it, rotated as the file asks for. */
  width?: number;
  height?: number;
  /** Duration as players show it. */
  durationSeconds?: number;
  fps?: number;
  /** FFmpeg's short name of the picture's codec, or of the sound's where there is no picture. */
  codec?: string;
  hasAudio: boolean;
  /**
   * The most that a program may find in it, which a price has to cover: also what an edit list leaves out, a second track,
   * the pace of most pictures. Counted and decoded, never what the file declares; the length of a sound is that of its
   * packets, and `measureSound` counts its samples.
   */
  most: { seconds?: number; fps?: number; pixels?: number };
};

/** The picture decoded as proof is thrown away, so it is made small. */
const proofWidth = 64;

/** Reads what a file is. Throws when it is empty, cut off, of an unknown type, or cannot be decoded. */
export async function probeFile({ path }: { path: string }): Promise<MediaFacts> {
  const { contentType, bytes, ...structure } = await readHead(path);
  if (contentType.startsWith('image/') && contentType !== 'image/gif') {
    const size = await imageSize(path);
    return { contentType, bytes, ...size, hasAudio: false, most: { pixels: size.width * size.height } };
  }
  await using media = await openMedia(path, contentType);
  const sound = media.audio();
  const head = { ...structure, bytes, contentType: judgeTracks(contentType, media) };
  const common = { contentType: head.contentType, bytes, hasAudio: sound !== undefined };
  if (common.contentType.startsWith('audio/')) {
    if (!sound) throw new Error('The file has no sound');
    const { start, end } = measurePackets(media);
    const durationSeconds = settle(end - start, media.duration);
    return { ...common, ...readCodec(sound, head), durationSeconds, most: { seconds: end - start } };
  }
  return { ...common, ...(await videoFacts(path, media, head)) };
}

/** A recorder of sound writes the same container as one of videos. */
function judgeTracks(contentType: ContentType, media: Demuxer): ContentType {
  const isSound = contentType === 'video/webm' && media.audio() && listPictures(media).length === 0;
  return isSound ? 'audio/webm' : contentType;
}

async function imageSize(path: string): Promise<{ width: number; height: number }> {
  const image = sharp(path, { failOn: 'truncated' });
  const { autoOrient } = await image.metadata();
  // The header alone says nothing about the rest of the file: reading every pixel does.
  await image.stats();
  return { width: autoOrient.width, height: autoOrient.height };
}

async function videoFacts(path: string, media: Demuxer, head: Head) {
  const stream = findPicture(media);
  const codec = readCodec(stream, head);
  // An index can promise what the data does not hold: one decoded picture is the proof.
  const { decoded } = decodeStill(media, 0, proofWidth);
  const shown = await measureFile(path, head.contentType);
  if (shown.frames === 0) throw new Error('The file has no picture');
  const whole = head.hasEdits ? await measureFile(path, head.contentType, { ignore_editlist: '1' }) : shown;
  const seconds = shown.end - shown.start;
  const shownStreams = media.streams.filter((each) => !isCover(each));
  const sizes = shownStreams.map(({ codecpar }) => codecpar.width * codecpar.height);
  const { avgFrameRate } = stream;
  const rates = [shown.maxFps, whole.maxFps].filter((rate) => rate !== undefined);
  return {
    ...shownSize(decoded, readTurn(stream)),
    ...codec,
    durationSeconds: settle(seconds, media.duration),
    ...(shown.fps === undefined ? {} : { fps: settle(shown.fps, avgFrameRate.num / avgFrameRate.den) }),
    most: {
      // The last: an edit list may also begin with nothing for a while.
      seconds: Math.max(seconds, whole.end - whole.start, shown.end - whole.start),
      ...(rates.length === 0 ? {} : { fps: Math.max(...rates) }),
      pixels: Math.max(decoded.width * decoded.height, ...sizes),
    },
  };
}

/**
 * A clock of milliseconds makes 23.99 of 24, and an encoder fills up the last piece of a sound: what a file declares is
 * shown where its packets agree.
 */
function settle(measured: number, declared: number): number {
  return Math.abs(declared - measured) < Math.max(0.06, measured * 0.01) ? declared : measured;
}

const webmCodecs = /^(libdav1d|av1|libvpx|libvpx-vp9|vp8|vp9|opus|libopus|vorbis|libvorbis)$/;

function readCodec({ codecpar }: Stream, { contentType, isMatroska }: Head): { codec?: string } {
  const codec = Codec.findDecoder(codecpar.codecId)?.name ?? undefined;
  if (isMatroska && !webmCodecs.test(codec ?? '')) throw new Error('The file is no WebM');
  // A tag that music of other kinds has too stands in front.
  if (contentType === 'audio/mpeg' && !/^mp[123]/.test(codec ?? '')) throw new Error('The sound is no MP3');
  return codec === undefined ? {} : { codec };
}
