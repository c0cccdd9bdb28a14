import type { Frame } from 'node-av';
import { Decoder, type Demuxer, FilterAPI } from 'node-av/api';
import { openMedia } from './open-media.ts';
import { readHead } from './read-head.ts';

/** Plenty to see where a sound swells and pauses; a moment is then 10 milliseconds. */
const sampleRate = 8_000;
const samplesPerMoment = 80;
const bytesPerSample = 2;

/**
 * The loudness of a sound from beginning to end in at most `count` equal steps, 0 to 1 of its loudest moment, with two
 * digits. Throws for what has no sound or cannot be decoded.
 */
export async function readPeaks({ path, count }: { path: string; count: number }): Promise<number[]> {
  const { contentType } = await readHead(path);
  await using media = await openMedia(path, contentType);
  const moments = [...loudestOfMoments(media)];
  if (moments.length === 0) throw new Error('No sound could be decoded');
  // Silence has no loudest moment: all of it is nothing.
  const loudest = findLoudest(moments) || 1;
  const steps = Math.min(count, moments.length);
  return Array.from({ length: steps }, (_, step) => {
    const from = Math.floor((step * moments.length) / steps);
    const to = Math.floor(((step + 1) * moments.length) / steps);
    return Math.round((findLoudest(moments.slice(from, to)) / loudest) * 100) / 100;
  });
}

function findLoudest(values: readonly number[]): number {
  return values.reduce((loudest, value) => Math.max(loudest, value), 0);
}

function* loudestOfMoments(media: Demuxer): Generator<number> {
  const stream = media.audio();
  if (!stream) throw new Error('The file has no sound');
  using decoder = Decoder.createSync(stream);
  using filter = FilterAPI.create(
    `aformat=sample_fmts=s16:sample_rates=${sampleRate}:channel_layouts=mono,asetnsamples=n=${samplesPerMoment}:p=0`,
  );
  for (const frame of filter.framesSync(decoder.framesSync(media.packetsSync(stream.index)))) {
    if (!frame) continue;
    using current = frame;
    yield loudestSample(current);
  }
}

function loudestSample(frame: Frame): number {
  const samples = frame.data?.[0];
  let loudest = 0;
  for (let index = 0; samples && index < frame.nbSamples; index += 1)
    loudest = Math.max(loudest, Math.abs(samples.readInt16LE(index * bytesPerSample)));
  return loudest;
}
