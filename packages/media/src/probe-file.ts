import { Codec } from 'node-av';
import type { Demuxer } from 'node-av/api';
import sharp from 'sharp';
import type { ContentType } from './content-type.ts';
import { decodeStill } from './decode-still.ts';
import { openMedia } from './open-media.ts';
import { readHead } from './read-head.ts';

export type MediaFacts = {
  contentType: ContentType;
  bytes: number;
  width?: number;
  height?: number;
  durationSeconds?: number;
  fps?: number;
  /** FFmpeg's short name of the picture's codec, or of the sound's where there is no picture. */
  codec?: string;
  hasAudio: boolean;
};

/** The picture decoded as proof is thrown away, so it is made small. */
const proofWidth = 64;

/** Reads what a file is. Throws when it is empty, cut off, of an unknown type, or cannot be decoded. */
export async function probeFile({ path }: { path: string }): Promise<MediaFacts> {
  const { contentType, bytes } = await readHead(path);
  if (contentType.startsWith('image/') && contentType !== 'image/gif') {
    return { contentType, bytes, ...(await imageFacts(path)), hasAudio: false };
  }
  await using media = await openMedia(path, contentType);
  const facts = { contentType, bytes, ...streamFacts(media) };
  if (contentType.startsWith('audio/')) {
    if (!facts.hasAudio) throw new Error('The file has no sound');
    return facts;
  }
  // An index can promise what the data does not hold: one decoded picture is the proof.
  decodeStill(media, 0, proofWidth);
  return facts;
}

async function imageFacts(path: string): Promise<{ width: number; height: number }> {
  const image = sharp(path, { failOn: 'truncated' });
  const { autoOrient } = await image.metadata();
  // The header alone says nothing about the rest of the file: reading every pixel does.
  await image.stats();
  return { width: autoOrient.width, height: autoOrient.height };
}

function streamFacts(media: Demuxer): Omit<MediaFacts, 'contentType' | 'bytes'> {
  const video = media.video();
  const sound = media.audio();
  const rate = video?.avgFrameRate;
  const codecId = (video ?? sound)?.codecpar.codecId;
  return {
    width: video?.codecpar.width,
    height: video?.codecpar.height,
    durationSeconds: media.duration > 0 ? media.duration : undefined,
    fps: rate && rate.den > 0 ? rate.num / rate.den : undefined,
    codec: codecId === undefined ? undefined : (Codec.findDecoder(codecId)?.name ?? undefined),
    hasAudio: sound !== undefined,
  };
}
