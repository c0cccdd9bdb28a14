import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Frame, Log } from 'node-av';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { AV_LOG_ERROR, FF_ENCODER_AAC } from 'node-av/constants';
import { encodeWav, sampleRate } from './encode-wav.ts';

export type SoundFormat = {
  bitsPerSecond: number;
  /** Length from which a sound is cut; it is whole by default. */
  maxSeconds?: number;
};

const usualFormat: SoundFormat = { bitsPerSecond: 64_000 };

/** Writes samples from -1 to 1, at 44,100 a second, as AAC in an m4a file. */
export async function encodeSound(
  samples: Float32Array,
  outputPath: string,
  format: SoundFormat = usualFormat,
): Promise<void> {
  const wavPath = `${outputPath}.wav`;
  await writeFile(wavPath, encodeWav(samples, samples));
  try {
    await shortenSound(wavPath, outputPath, format);
  } finally {
    rmSync(wavPath);
  }
}

/** Writes the beginning of the sound in a file as AAC in an m4a file, mono. Throws when the file has no sound. */
export async function shortenSound(
  inputPath: string,
  outputPath: string,
  { bitsPerSecond, maxSeconds = Number.POSITIVE_INFINITY }: SoundFormat,
): Promise<void> {
  // The statistics of each file are of no use in a terminal.
  Log.setLevel(AV_LOG_ERROR);
  await using sound = await Demuxer.open(inputPath);
  const tone = sound.audio();
  if (!tone) throw new Error('There is no sound to encode');
  using decoder = await Decoder.create(tone);
  using filter = FilterAPI.create(
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=mono,asetnsamples=1024`,
  );
  using encoder = await Encoder.create(FF_ENCODER_AAC, { filter, bitrate: bitsPerSecond });
  await using output = await Muxer.open(outputPath, { format: 'ipod', options: { movflags: '+faststart' } });
  const index = output.addStream(encoder);
  const frames = takeBeginning(decoder.frames(sound.packets(tone.index)), maxSeconds);
  for await (using packet of encoder.packets(filter.frames(frames))) await output.writePacket(packet, index);
}

/** The frames until a length is reached, and `null`, which ends a stream for filters and encoders. */
async function* takeBeginning(frames: AsyncIterable<Frame | null>, maxSeconds: number) {
  let seconds = 0;
  for await (const frame of frames) {
    if (frame === null || seconds >= maxSeconds) {
      frame?.free();
      break;
    }
    seconds += frame.nbSamples / frame.sampleRate;
    yield frame;
  }
  yield null;
}
