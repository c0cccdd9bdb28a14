import type { Frame } from 'node-av';
import { Decoder, type Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC, FF_ENCODER_LIBOPUS } from 'node-av/constants';
import type { ContentType } from './content-type.ts';
import { doubleMono } from './double-mono.ts';
import { aacBlock, encodeWhole, opusBlock } from './encode-whole.ts';
import { measureFile } from './measure-packets.ts';
import { findPicture, openMedia } from './open-media.ts';
import { inOrder, toSeconds } from './order-packets.ts';
import { readHead } from './read-head.ts';

/** The video's container stays; each has the sound codec that every player of it knows. */
const aac = {
  encoder: FF_ENCODER_AAC,
  sampleFormat: 'fltp',
  sampleRate: 44_100,
  samplesPerFrame: aacBlock,
} as const;
const opus = {
  encoder: FF_ENCODER_LIBOPUS,
  sampleFormat: 'flt',
  sampleRate: 48_000,
  samplesPerFrame: opusBlock,
} as const;
const containers = {
  'video/mp4': { format: 'mp4', ...aac },
  'video/quicktime': { format: 'mov', ...aac },
  'video/webm': { format: 'webm', ...opus },
} as const;
type Container = (typeof containers)[keyof typeof containers];

const soundBitsPerSecond = 192_000;

export type MuxedVideo = { contentType: ContentType };

/**
 * Writes a video with a sound in place of its own: the pictures are copied as they are, the sound is encoded and ends
 * with them. Throws for a GIF, which cannot have sound.
 */
export async function muxSound(request: {
  videoPath: string;
  soundPath: string;
  outputPath: string;
}): Promise<MuxedVideo> {
  const { contentType } = await readHead(request.videoPath);
  const container = findContainer(contentType);
  const soundType = (await readHead(request.soundPath)).contentType;
  await using video = await openMedia(request.videoPath, contentType);
  await using sound = await openMedia(request.soundPath, soundType);
  const [picture, tone] = [findPicture(video), sound.audio()];
  if (!tone) throw new Error('There is no sound');

  using decoder = Decoder.createSync(tone);
  const shown = await measureFile(request.videoPath, contentType);
  const seconds = shown.end - shown.start;
  using filter = FilterAPI.create(`${doubleMono(tone)}${soundFilter(container, seconds)}`);
  using encoder = Encoder.createSync(container.encoder, { filter, bitrate: soundBitsPerSecond });
  await using output = await Muxer.open(request.outputPath, {
    format: container.format,
    // Puts the index in front, so that playing begins before the whole file is there.
    options: container.format === 'webm' ? {} : { movflags: '+faststart' },
  });
  const pictures = { index: output.addStream(picture), packets: video.packetsSync(picture.index) };
  const tones = {
    index: output.addStream(encoder),
    packets: encodeWhole(filter.framesSync(soundFrames(sound, decoder, seconds)), {
      encoder,
      blockLength: container.samplesPerFrame,
    }),
  };
  for (const { index, packet } of inOrder(pictures, tones)) {
    using current = packet;
    output.writePacketSync(current, index);
  }
  return { contentType };
}

function findContainer(contentType: ContentType): Container {
  const container = Object.entries(containers).find(([type]) => type === contentType)?.[1];
  if (!container) throw new Error(`${contentType} cannot have sound`);
  return container;
}

/** Ends the sound with the pictures; a shorter sound is followed by silence. */
function soundFilter(container: Container, durationSeconds: number): string {
  const { sampleFormat, sampleRate } = container;
  const end = durationSeconds > 0 ? `atrim=end=${durationSeconds},` : '';
  return `${end}aformat=sample_fmts=${sampleFormat}:sample_rates=${sampleRate}:channel_layouts=stereo`;
}

/** A filter that has reached its end takes no further frame. */
function* soundFrames(sound: Demuxer, decoder: Decoder, durationSeconds: number): Generator<Frame | null> {
  const index = sound.audio()?.index;
  for (const frame of decoder.framesSync(sound.packetsSync(index))) {
    if (frame && durationSeconds > 0 && findStart(frame) >= durationSeconds) {
      frame.free();
      break;
    }
    yield frame;
  }
  yield null;
}

function findStart({ bestEffortTimestamp, timeBase }: Frame): number {
  return toSeconds({ dts: bestEffortTimestamp, timeBase });
}
