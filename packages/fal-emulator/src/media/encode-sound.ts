import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC } from 'node-av/constants';
import { encodeWav, sampleRate } from './encode-wav.ts';

export type SoundFormat = {
  bitsPerSecond: number;
  /** What is longer is cut; the whole by default. */
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
  { bitsPerSecond, maxSeconds }: SoundFormat,
): Promise<void> {
  await using sound = await Demuxer.open(inputPath);
  const tone = sound.audio();
  if (!tone) throw new Error('There is no sound to encode');
  using decoder = await Decoder.create(tone);
  const steps = [
    ...(maxSeconds === undefined ? [] : [`atrim=duration=${maxSeconds}`]),
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=mono`,
    'asetnsamples=1024',
  ];
  using filter = FilterAPI.create(steps.join(','));
  using encoder = await Encoder.create(FF_ENCODER_AAC, { filter, bitrate: bitsPerSecond });
  await using output = await Muxer.open(outputPath, { format: 'ipod', options: { movflags: '+faststart' } });
  const index = output.addStream(encoder);
  for await (using packet of encoder.packets(filter.frames(decoder.frames(sound.packets(tone.index)))))
    await output.writePacket(packet, index);
}
