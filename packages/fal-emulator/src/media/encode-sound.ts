import { rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import { FF_ENCODER_AAC } from 'node-av/constants';
import { encodeWav, sampleRate } from './render-sound.ts';

const bitsPerSecond = 64_000;

/** Writes samples from -1 to 1, at 44,100 a second, as AAC in an m4a file. */
export async function encodeSound(samples: Float32Array, outputPath: string): Promise<void> {
  const wavPath = `${outputPath}.wav`;
  await writeFile(wavPath, encodeWav(samples, samples));
  try {
    await encode(wavPath, outputPath);
  } finally {
    rmSync(wavPath);
  }
}

async function encode(wavPath: string, outputPath: string): Promise<void> {
  await using sound = await Demuxer.open(wavPath, { format: 'wav' });
  const tone = sound.audio();
  if (!tone) throw new Error('There is no sound to encode');
  using decoder = await Decoder.create(tone);
  using filter = FilterAPI.create(
    `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=mono,asetnsamples=1024`,
  );
  using encoder = await Encoder.create(FF_ENCODER_AAC, { filter, bitrate: bitsPerSecond });
  await using output = await Muxer.open(outputPath, { format: 'ipod', options: { movflags: '+faststart' } });
  const index = output.addStream(encoder);
  for await (using packet of encoder.packets(filter.frames(decoder.frames(sound.packets(tone.index)))))
    await output.writePacket(packet, index);
}
